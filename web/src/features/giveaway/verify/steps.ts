import { type BlockWork, workOf } from '@likewell/contracts/core/proof-of-work';
import { formatWhole } from '../../../shared/format/whole-number';
import type { DrawProof } from '../giveaway.api';
import { easternClock } from '../times';
import { backwards, fromHex, hmacSha256, sha256, toHex, utf8 } from './hashing';

/** A value calculated here and, when the two have to be equal, the published value. */
export interface Value {
  readonly name: string;
  readonly calculated: string;
  readonly published?: string;
}

/** One repeated step of a draw. */
export interface Step {
  readonly title: string;
  readonly values: readonly Value[];
  readonly holds: boolean;
  /** True when the blocks are made up for development, so that a valid step proves nothing. */
  readonly isMadeUp?: boolean;
}

/** Yields to the browser. Receives the finished share; stops the work by throwing. */
export type Pause = (share: number) => Promise<void>;

const DAY_MS = 86_400_000;
const FALLBACK_AFTER_SECONDS = 90 * 60;
const ENTRIES_PER_PAUSE = 5000;
const TICKETS_PER_PAUSE = 250;

/**
 * Checks that the entries are in byte order and unique, and hash to the commitment. It hashes each with a line
 * feed, so two entries joined by one would have the commitment of both.
 */
export async function checkEntries({ entries, commitment }: DrawProof, pause: Pause) {
  let isSorted = true;
  for (let index = 1; index < entries.length; index += 1) {
    if (index % ENTRIES_PER_PAUSE === 0) await pause(0);
    if (!comesBefore(entries[index - 1] ?? '', entries[index] ?? '')) isSorted = false;
  }
  const isAnyOfTwoLines = entries.some((entry) => entry.includes('\n'));
  const hash = await sha256(utf8(entries.map((entry) => `${entry}\n`).join('')));
  const step = stepOf('The list of entries', [
    { name: 'Entries', calculated: formatWhole(entries.length) },
    { name: 'In order, each one once', calculated: yesNo(isSorted), published: 'yes' },
    { name: 'Each in a line of its own', calculated: yesNo(!isAnyOfTwoLines), published: 'yes' },
    { name: 'Commitment: SHA-256 of the list', calculated: toHex(hash), published: commitment },
  ]);
  return { step, commitment: hash };
}

/**
 * Checks that the draw is at noon in New York on the day after the end, or a day later for each postponement.
 */
export function checkNoon({ giveaway, postponements }: DrawProof): Step {
  const day = new Date(Date.parse(giveaway.date) + (1 + postponements.length) * DAY_MS);
  const expected = `${day.toISOString().slice(0, 10)} 12:00:00`;
  return stepOf('The noon that decides', [
    { name: 'The giveaway ended on', calculated: giveaway.date },
    ...(postponements.length > 0
      ? [{ name: 'Days by which the draw was postponed', calculated: String(postponements.length) }]
      : []),
    { name: 'Noon in New York', calculated: expected, published: easternClock(new Date(giveaway.draw_at)) },
  ]);
}

/**
 * Checks that both headers hash to their blocks, that these were mined, that the second follows the first,
 * and that only the second has a time in the 90 minutes after noon, or that the first came by noon and the
 * second too late. That no lower block has such a time is what an explorer shows.
 */
export async function checkBlock({ giveaway, block }: DrawProof): Promise<{ step: Step; blockHash: string }> {
  if (!block) return { step: stepOf('The Bitcoin block', [missing('A block')]), blockHash: '' };
  const [before, after] = [fromHex(block.before.header), fromHex(block.after.header)];
  const [hashBefore, hashAfter] = await Promise.all([hashOf(before), hashOf(after)]);
  const noon = Date.parse(giveaway.draw_at) / 1000;
  const isInTime = (time: number) => time > noon && time <= noon + FALLBACK_AFTER_SECONDS;
  const isFallback = timeOf(after) > noon + FALLBACK_AFTER_SECONDS;
  const blockHash = isFallback ? hashBefore : hashAfter;
  const works = [workOf(hashBefore, block.before.header), workOf(hashAfter, block.after.header)] as const;
  const { height } = block.after;
  const step = stepOf('The Bitcoin block', [
    {
      name: `Header of block ${height - 1}, hashed twice`,
      calculated: hashBefore,
      published: block.before.hash,
    },
    mined(height - 1, works[0]),
    { name: 'Its time in New York', calculated: easternClock(new Date(timeOf(before) * 1000)) },
    { name: `Header of block ${height}, hashed twice`, calculated: hashAfter, published: block.after.hash },
    mined(height, works[1]),
    { name: 'Its time in New York', calculated: easternClock(new Date(timeOf(after) * 1000)) },
    {
      name: 'The second follows the first',
      calculated: backwards(after.slice(4, 36)),
      published: hashBefore,
    },
    isFallback
      ? {
          name: 'The first came by noon, the second after 1:30 PM',
          calculated: yesNo(timeOf(before) <= noon),
          published: 'yes',
        }
      : {
          name: 'Only the second came in the 90 minutes after noon',
          calculated: yesNo(isInTime(timeOf(after)) && !isInTime(timeOf(before))),
          published: 'yes',
        },
    {
      name: isFallback ? 'So the first decides' : 'So the second decides',
      calculated: blockHash,
      published: block.hash,
    },
  ]);
  return { step: { ...step, isMadeUp: works.includes('made-up') }, blockHash };
}

/** Checks that a block cost work, which prevents anybody from inventing one. */
function mined(height: number, work: BlockWork): Value {
  const name = `Block ${height} was mined`;
  if (work === 'made-up') return { name, calculated: 'no, made up for development' };
  return { name, calculated: yesNo(work === 'mined'), published: 'yes' };
}

/** Checks that the seed is the hash of the commitment and the block's hash. */
export async function checkSeed(proof: DrawProof, commitment: Uint8Array<ArrayBuffer>, blockHash: string) {
  const seed = await sha256(commitment, fromHex(blockHash));
  const step = stepOf('The seed', [
    {
      name: 'SHA-256 of commitment and block hash',
      calculated: toHex(seed),
      published: proof.seed ?? 'none',
    },
  ]);
  return { step, seed };
}

/** Checks that every entry gets its ticket, and that the lowest tickets win. */
export async function checkWinners(
  { entries, winners, giveaway }: DrawProof,
  seed: Uint8Array<ArrayBuffer>,
  pause: Pause,
): Promise<Step> {
  const ticketOf = await hmacSha256(seed);
  let lowest: string[] = [];
  for (let from = 0; from < entries.length; from += TICKETS_PER_PAUSE) {
    await pause(from / entries.length);
    const some = entries.slice(from, from + TICKETS_PER_PAUSE);
    const tickets = await Promise.all(some.map((entry) => ticketOf(utf8(entry))));
    const lines = tickets.map((ticket, index) => `${toHex(ticket)} ${some[index]}`);
    lowest = [...lowest, ...lines].sort().slice(0, giveaway.winners_wanted);
  }
  return stepOf('The winners', [
    { name: 'Tickets calculated', calculated: formatWhole(entries.length) },
    { name: 'Winners', calculated: String(lowest.length), published: String(winners.length) },
    ...lowest.map((line, index) => ({
      name: `Place ${index + 1}`,
      calculated: shown(line),
      published: shown(`${winners[index]?.ticket} ${winners[index]?.entry}`),
    })),
  ]);
}

const stepOf = (title: string, values: Value[]): Step => ({
  title,
  values,
  holds: values.every(({ calculated, published }) => published === undefined || calculated === published),
});

const missing = (name: string): Value => ({ name, calculated: 'missing', published: 'something' });
const yesNo = (isSo: boolean) => (isSo ? 'yes' : 'no');
/** Shows the name first and its ticket below it. */
const shown = (line: string) => `${line.slice(65)}\n${line.slice(0, 64)}`;

const hashOf = async (header: Uint8Array<ArrayBuffer>) => backwards(await sha256(await sha256(header)));
const timeOf = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>) =>
  byteLength === 80 ? new DataView(buffer).getUint32(68, true) : Number.NaN;

/**
 * Compares by UTF-8 bytes, whose order is that of code points. UTF-16 has the same
 * order only without surrogates.
 */
function comesBefore(a: string, b: string): boolean {
  if (!/[\uD800-\uDFFF]/.test(a + b)) return a < b;
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length < right.length;
  return (left[at]?.codePointAt(0) ?? 0) < (right[at]?.codePointAt(0) ?? -1);
}
