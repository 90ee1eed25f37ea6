// @ts-check
import { VERDICT_MUTANTS } from './verdict-mutants.mjs';
import { WALLET_MUTANTS } from './wallet-mutants.mjs';

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const WATCHER_MUTANTS = [...VERDICT_MUTANTS, ...WALLET_MUTANTS];
