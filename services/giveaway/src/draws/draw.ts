import type { Winner } from '@likewell/contracts/giveaway/proof';
import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** After so many tickets others get their turn: 100,000 are some tenths of a second. */
const TICKETS_A_TURN = 2000;

type Ticket = Omit<Winner, 'place'>;

/** Entries in ascending order of their UTF-8 bytes: a list, or what is read page by page, however many they are. */
export type SortedEntries = Iterable<string> | AsyncIterable<string>;

/**
 * The commitment, and how many entries it is of: SHA-256, in hex, of the entries, each followed by a line feed. The
 * README has its canonical form.
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

/** The seed: SHA-256 of the 32 bytes of the commitment and the 32 bytes of the block's hash as it is shown. */
export function seedOf(commitment: string, blockHash: string): string {
  return createHash('sha256').update(commitment, 'hex').update(blockHash, 'hex').digest('hex');
}

/**
 * The winners: the entries of the `wanted` lowest tickets, lowest first; all of them where there are no more. A
 * ticket is HMAC-SHA256 of the entry's UTF-8 bytes under the 32 bytes of the seed, compared as a number.
 */
export async function drawWinners(entries: SortedEntries, seed: string, wanted: number): Promise<Winner[]> {
  const key = Buffer.from(seed, 'hex');
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

/** Hex of one length is in the order of text as in that of numbers; equal ones stay as they are. */
const lowestFirst = (one: Ticket, other: Ticket) =>
  Number(one.ticket > other.ticket) - Number(one.ticket < other.ticket);
