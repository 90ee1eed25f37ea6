import type { Winner } from '@likewell/contracts/giveaway/proof';
import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** After so many tickets others get their turn: 100,000 are some tenths of a second. */
const TICKETS_A_TURN = 2000;

type Ticket = Omit<Winner, 'place'>;

/**
 * The commitment: SHA-256, in hex, of the entries in ascending order of their UTF-8 bytes, each followed by a
 * line feed. The README has its canonical form.
 */
export function commitmentOf(sortedEntries: readonly string[]): string {
  const list = sortedEntries.map((entry) => `${entry}\n`).join('');
  return createHash('sha256').update(list).digest('hex');
}

/** The seed: SHA-256 of the 32 bytes of the commitment and the 32 bytes of the block's hash as it is shown. */
export function seedOf(commitment: string, blockHash: string): string {
  return createHash('sha256').update(commitment, 'hex').update(blockHash, 'hex').digest('hex');
}

/**
 * The winners: the entries of the `wanted` lowest tickets, lowest first; all of them where there are no more. A
 * ticket is HMAC-SHA256 of the entry's UTF-8 bytes under the 32 bytes of the seed, compared as a number.
 */
export async function drawWinners(
  entries: readonly string[],
  seed: string,
  wanted: number,
): Promise<Winner[]> {
  const key = Buffer.from(seed, 'hex');
  let lowest: Ticket[] = [];
  for (let from = 0; from < entries.length; from += TICKETS_A_TURN) {
    await setImmediate();
    const tickets = entries.slice(from, from + TICKETS_A_TURN).map((entry) => ({
      entry,
      ticket: createHmac('sha256', key).update(entry).digest('hex'),
    }));
    lowest = [...lowest, ...tickets].sort(lowestFirst).slice(0, wanted);
  }
  return lowest.map((drawn, index) => ({ place: index + 1, ...drawn }));
}

/** Hex of one length is in the order of text as in that of numbers; equal ones stay as they are. */
const lowestFirst = (one: Ticket, other: Ticket) =>
  Number(one.ticket > other.ticket) - Number(one.ticket < other.ticket);
