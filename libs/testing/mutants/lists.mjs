// @ts-check
import { ACCESS_MUTANTS } from './access-mutants.mjs';
import { AUDIT_MUTANTS } from './audit-mutants.mjs';
import { EVENT_MUTANTS } from './event-mutants.mjs';
import { LEDGER_MUTANTS } from './ledger-mutants.mjs';
import { SIMULATION_MUTANTS } from './simulation-mutants.mjs';
import { TRAIL_MUTANTS } from './trail-mutants.mjs';
import { WATCHER_MUTANTS } from './watcher-mutants.mjs';

/**
 * Lists of mutants, by the names that `LIST=` accepts. @type {Record<string, readonly
 * import('./mutate.mjs').Mutant[]>}
 */
export const LISTS = {
  access: ACCESS_MUTANTS,
  audit: AUDIT_MUTANTS,
  events: EVENT_MUTANTS,
  ledger: LEDGER_MUTANTS,
  simulation: SIMULATION_MUTANTS,
  trail: TRAIL_MUTANTS,
  watcher: WATCHER_MUTANTS,
};
