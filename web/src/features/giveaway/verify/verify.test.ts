import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DrawProof } from '../giveaway.api';
import type { Step, Value } from './steps';
import { verifyDraw } from './verify';

/** Test vectors of a Python program, against which the service is tested as well. */
const VECTORS = join(import.meta.dirname, '../../../../../services/giveaway/test');
const parse = (file: string): unknown => JSON.parse(readFileSync(join(VECTORS, file), 'utf8'));
const read = (file: string) => parse(file) as DrawProof;

// jsdom has no WebCrypto; Node has the same as browsers.
beforeAll(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => vi.restoreAllMocks());

const TITLES = [
  'The list of entries',
  'The noon that decides',
  'The Bitcoin block',
  'The seed',
  'The winners',
];

async function stepsOf(proof: DrawProof): Promise<Step[]> {
  const steps = [];
  for await (const step of verifyDraw(proof, () => Promise.resolve())) steps.push(step);
  expect(steps.map(({ title }) => title)).toEqual(TITLES);
  return steps;
}

const isWrong = ({ calculated, published }: Value) => published !== undefined && published !== calculated;

/** Returns the titles of the steps that are not valid. */
async function wrongSteps(proof: DrawProof): Promise<string[]> {
  return (await stepsOf(proof)).filter(({ holds }) => !holds).map(({ title }) => title);
}

describe("the browser's draw", () => {
  it.each([
    ["by Bitcoin's own blocks", 'proof-first-after.json', false],
    ['by the fallback, and says that its blocks are made up', 'proof-fallback.json', true],
    ['by a block whose parent has a time after 1:30 PM', 'proof-passed-over.json', true],
  ])('agrees with one %s', async (_, file, isMadeUp) => {
    const steps = await stepsOf(read(file));
    expect(steps.filter(({ holds }) => !holds)).toEqual([]);
    expect(steps.some((step) => step.isMadeUp)).toBe(isMadeUp);
  });

  it('is calculated in Firefox 114, too, whose arrays have no toReversed', async () => {
    const prototypes: unknown[] = [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype)];
    for (const prototype of prototypes as { toReversed: () => never }[])
      vi.spyOn(prototype, 'toReversed').mockImplementation(() => {
        throw new TypeError('toReversed is not a function');
      });
    expect(await wrongSteps(read('proof-first-after.json'))).toEqual([]);
  });

  it.each([
    ['only claim to be mined', 'proof-not-mined.json'],
    ['were mined with little work', 'proof-too-easy.json'],
  ])('finds nothing wrong with one but that its blocks %s', async (_, file) => {
    const wrong = (await stepsOf(read(file))).filter(({ holds }) => !holds);
    expect(wrong.map(({ title }) => title)).toEqual(['The Bitcoin block']);
    const values = wrong.flatMap((step) => step.values.filter(isWrong));
    expect(values).toEqual(
      [900000, 900001].map((height) => ({
        name: `Block ${height} was mined`,
        calculated: 'no',
        published: 'yes',
      })),
    );
  });

  it.each(
    (parse('proofs-of-wrong-blocks.json') as DrawProof[]).map(
      (proof) => [proof.giveaway.title, proof] as const,
    ),
  )('finds one wrong that is decided by: %s', async (_, proof) => {
    const wrong = (await stepsOf(proof)).filter(({ holds }) => !holds);
    expect(wrong.map(({ title }) => title)).toEqual(['The Bitcoin block']);
    expect(wrong[0]?.values.filter(isWrong)).toEqual([
      {
        name: expect.stringMatching(/^(Only the second|The first) came/) as string,
        calculated: 'no',
        published: 'yes',
      },
    ]);
  });

  it.each<[string, (proof: DrawProof) => unknown, string]>([
    ['an entry', (proof) => (proof.entries[1] = 'bobby'), 'The list of entries'],
    ['a missing entry', (proof) => proof.entries.pop(), 'The list of entries'],
    ['an entry that is there twice', (proof) => proof.entries.splice(1, 0, 'alice'), 'The list of entries'],
    [
      'two entries that became one',
      (proof) => proof.entries.splice(0, 2, proof.entries.slice(0, 2).join('\n')),
      'The list of entries',
    ],
    ['the order', (proof) => proof.entries.reverse(), 'The list of entries'],
    ['the commitment', (proof) => (proof.commitment = '0'.repeat(64)), 'The list of entries'],
    ['the noon', (proof) => (proof.giveaway.draw_at = '2026-11-21T18:00:00.000Z'), 'The noon that decides'],
    ['the day', (proof) => (proof.giveaway.date = '2026-11-19'), 'The noon that decides'],
    [
      'the block',
      (proof) => proof.block && (proof.block.hash = proof.block.before.hash),
      'The Bitcoin block',
    ],
    ['a block that is missing', (proof) => (proof.block = null), 'The Bitcoin block'],
    [
      'a header',
      (proof) => {
        if (proof.block) proof.block.after.header = proof.block.after.header.replace(/../, 'ff');
      },
      'The Bitcoin block',
    ],
    [
      'half a header',
      (proof) => {
        if (proof.block) proof.block.after.header = 'ff';
      },
      'The Bitcoin block',
    ],
    [
      'another parent',
      (proof) => {
        if (proof.block) proof.block.before = read('proof-fallback.json').block?.before ?? proof.block.before;
      },
      'The Bitcoin block',
    ],
    ['the seed', (proof) => (proof.seed = '0'.repeat(64)), 'The seed'],
    [
      'a winner',
      (proof) => {
        if (proof.winners[0]) proof.winners[0].entry = 'bob';
      },
      'The winners',
    ],
    [
      'a winner too many',
      (proof) => proof.winners.push({ place: 4, entry: 'bob', ticket: '0'.repeat(64) }),
      'The winners',
    ],
  ])('finds %s changed', async (_, change, title) => {
    const proof = read('proof-first-after.json');
    change(proof);
    expect((await wrongSteps(proof))[0]).toBe(title);
  });

  it('pauses after every 5000 entries, and before every 250 tickets', async () => {
    const proof = read('proof-first-after.json');
    proof.entries = Array.from({ length: 10_000 }, (_, index) => `account_${String(index).padStart(6, '0')}`);
    const shares: number[] = [];
    const pause = (share: number) => Promise.resolve(void shares.push(share));
    for await (const step of verifyDraw(proof, pause)) expect(TITLES).toContain(step.title);
    expect(shares).toEqual([0, ...Array.from({ length: 40 }, (_, batch) => batch / 40)]);
  });
});
