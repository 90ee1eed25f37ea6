import { randomBytes } from 'node:crypto';
import { LedgerLog, type LedgerEntry, type Position } from './ledger-log.js';
import { SlotClock, steadyMs } from './slot-clock.js';

const FIRST_SLOT = 1;

/**
 * Opens a ledger, or creates one, and passes on every line of it.
 * @param slotMs duration of slots from now on
 */
export function openLedger(
  folder: string,
  slotMs: number,
  restore: (entry: LedgerEntry, position: Position) => void,
): { log: LedgerLog; clock: SlotClock; seed: string } {
  const log = new LedgerLog(folder);
  let seed: string | undefined;
  let clock: SlotClock | undefined;
  let newest = 0;
  for (const [entry, position] of log.load()) {
    if (entry.type === 'ledger') seed = entry.seed;
    if (entry.type === 'clock') clock = new SlotClock(entry.slotMs, entry.slot, entry.atMs);
    if (entry.type === 'transaction') newest = Math.max(newest, entry.slot);
    restore(entry, position);
  }
  if (seed === undefined) {
    seed = randomBytes(32).toString('hex');
    log.append({ type: 'ledger', version: 1, seed });
  }
  // Slots passed while the process was down; if the clock was set back, they continue after the newest
  // transaction.
  const slot = Math.max(clock?.now() ?? FIRST_SLOT, newest + 1);
  const atMs = steadyMs();
  log.append({ type: 'clock', slot, atMs, slotMs });
  return { log, clock: new SlotClock(slotMs, slot, atMs), seed };
}
