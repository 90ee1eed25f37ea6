// @ts-check
import { CLAIM_MUTANTS } from './claim-mutants.mjs';
import { EPOCH_MUTANTS } from './epoch-mutants.mjs';
import { TIP_MUTANTS } from './tip-mutants.mjs';

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const LEDGER_MUTANTS = [...CLAIM_MUTANTS, ...EPOCH_MUTANTS, ...TIP_MUTANTS];
