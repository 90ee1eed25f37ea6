import type { Winner } from '@likewell/contracts/giveaway/proof';
import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** After so many tickets others get their turn: 100,000 are some tenths of a second. */
const TICKETS_A_TURN = 2000;

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
  const lowest: { entry: string; ticket: string }[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % TICKETS_A_TURN === 0) await setImmediate();
    const ticket = createHmac('sha256', key).update(entry).digest('hex');
    if (lowest.length === wanted && ticket >= (lowest.at(-1)?.ticket ?? '')) continue;
    lowest.splice(placeFor(ticket, lowest), 0, { entry, ticket });
    lowest.length = Math.min(lowest.length, wanted);
  }
  return lowest.map((drawn, index) => ({ place: index + 1, ...drawn }));
}

/** Where a ticket belongs among sorted ones; after an equal one, which the order of the entries then decides. */
function placeFor(ticket: string, sorted: readonly { ticket: string }[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.ticket ?? '') <= ticket) from = middle + 1;
    else to = middle;
  }
  return from;
}
