import type { Winner } from '@likewell/contracts/giveaway/proof';
import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Number of tickets after which the event loop is released: 100,000 tickets take some tenths of a second. */
const TICKETS_A_TURN = 2000;

type Ticket = Omit<Winner, 'place'>;

/**
 * Entries in ascending order of their UTF-8 bytes: a list, or an iterator that reads any number of them page
 * by page.
 */
export type SortedEntries = Iterable<string> | AsyncIterable<string>;

/**
 * Returns the commitment and the number of entries in it. The commitment is SHA-256, in hex, of the entries,
 * each followed by a line feed. The README defines its canonical form.
 */
export async function snapshotOf(
  entries: SortedEntries,
): Promise<{ commitment: string; entriesCount: number }> {
  const hash = createHash('sha256');
  let entriesCount = 0;
  for await (const entry of entries) {
    hash.update(`${entry}\n`);
    entriesCount += 1;
  }
  return { commitment: hash.digest('hex'), entriesCount };
}

/**
 * Returns the seed: SHA-256 of the 32 bytes of the commitment and the 32 bytes of the block's hash in display
 * order.
 */
export function seedOf(commitment: string, blockHash: string): string {
  return createHash('sha256').update(commitment, 'hex').update(blockHash, 'hex').digest('hex');
}

/**
 * Returns the winners: the entries with the `wanted` lowest tickets, lowest first, or all entries where there
 * are no more. A ticket is HMAC-SHA256 of the entry's UTF-8 bytes with the 32 bytes of the seed as key,
 * compared as a number.
 */
export async function drawWinners(entries: SortedEntries, seed: string, wanted: number): Promise<Winner[]> {
  // As bytes it would be looked at and copied again for each entry, five times the work of the HMAC itself.
  const key = createSecretKey(seed, 'hex');
  const tickets: Ticket[] = [];
  const keepLowest = () => tickets.sort(lowestFirst).splice(wanted);
  for await (const entry of entries) {
    tickets.push({ entry, ticket: createHmac('sha256', key).update(entry).digest('hex') });
    if (tickets.length < wanted + TICKETS_A_TURN) continue;
    keepLowest();
    await setImmediate();
  }
  keepLowest();
  return tickets.map((drawn, index) => ({ place: index + 1, ...drawn }));
}

/** Compares tickets: hex texts of equal length sort like their numbers. Equal tickets keep their order. */
const lowestFirst = (one: Ticket, other: Ticket) =>
  Number(one.ticket > other.ticket) - Number(one.ticket < other.ticket);
