// Mutants that remove fixes of bugs found by the simulation.
import { SEGMENT } from './simulate.mjs';
import { bugsIn } from './mutate.mjs';

const KIT = 'libs/service-kit/src';
const LEDGER = 'services/tipping-ledger/src';
const WATCHER = 'services/wallet-chain-watcher/src';

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const SIMULATION_MUTANTS = [
  ...bugsIn(`${KIT}/database/advisory-locks.ts`, SEGMENT, {
    bug: 'has audit and relay share a lock',
    from: "':${purpose}')",
    to: "':${purpose === 'ledger-audit' ? 'outbox-relay' : purpose}')",
    name: 'an outbox does not empty',
  }),
  ...bugsIn(`${KIT}/events/event-cleaner.ts`, SEGMENT, {
    bug: 'cleans up slowly',
    from: 'return isMore ? PAUSE_MS : IDLE_MS;',
    to: 'return isMore ? 3_600_000 : 3_600_000;',
    name: 'old rows are not cleaned up',
  }),
  ...bugsIn(`${KIT}/events/event-consumers.ts`, SEGMENT, {
    bug: 'never looks for gaps',
    from: 'return [consumer, new EventReconciler(inbox, () => consumer.behindMs(), tools)];',
    to: 'return [consumer];',
    name: 'events do not arrive',
  }),
  ...bugsIn(`${WATCHER}/claims/claims.service.ts`, SEGMENT, {
    bug: 'rejects a repeated claim',
    from: 'const first = await findClaim(tx, claimant, hash);',
    to: "const first = await findClaim(tx, claimant, hashProofText(''));",
    name: 'claim',
  }),
  ...bugsIn(`${LEDGER}/statements/statements.service.ts`, SEGMENT, {
    bug: 'makes a statement of two moments',
    from: 'accruedLine(accruedNano)]',
    to: 'accruedLine((await findLines(this.database.read, memberId, wanted, null)).accruedNano)]',
    name: 'a statement sums to no balance',
  }),
  ...bugsIn(`${WATCHER}/proofs/proofs.queries.ts`, SEGMENT, {
    bug: 'has a proof run out by the clock of a replica',
    from: 'return row.expiresAt;',
    to: 'return new Date(Date.now() + PROOF_STANDS_MS);',
    name: 'a proof runs out at another time',
  }),
  ...bugsIn(`${LEDGER}/accounts/accounts.jobs.ts`, SEGMENT, {
    bug: 'goes on owing bonuses',
    from: 'let last: number | null = 0;',
    to: 'let last: number | null = null;',
    name: 'an owed bonus is not paid',
  }),
  ...bugsIn(`${WATCHER}/own-accounts/own-accounts.queries.ts`, SEGMENT, {
    bug: 'closes the former account at once',
    from: 'SET until = now() WHERE account <> $1',
    to: 'SET until = now(), closed_at = now() WHERE account <> $1',
    name: 'deposits are not credited rightly',
  }),
];
