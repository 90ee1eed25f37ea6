import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drawWinners } from '../src/draws/draw.js';

const FOLDER = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

/** Returns the lines that the script reports as wrong; none where the draw holds. */
async function wrongLines(proof: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-proof-'));
  const file = join(folder, 'proof.json');
  await writeFile(file, proof);
  const script = promisify(execFile)(process.execPath, [join(FOLDER, 'verify-draw.mjs'), file]);
  const { stdout } = await script.catch((error: unknown) => error as { stdout: string });
  await rm(folder, { recursive: true });
  expect(stdout).toContain('commitment');
  return stdout.split('\n').filter((line) => line.startsWith('✗'));
}

describe('the script on the command line', () => {
  it("holds for a draw by two of Bitcoin's own blocks", async () => {
    expect(await wrongLines(read('test/proof-first-after.json'))).toEqual([]);
  });

  it.each([
    ['are made up for development, by the fallback', 'proof-fallback.json', 'no, made up for development'],
    [
      'are made up for development, the parent with a time after 13:30',
      'proof-passed-over.json',
      'no, made up for development',
    ],
    ['only claim to be mined', 'proof-not-mined.json', 'false'],
    ['were mined with little work', 'proof-too-easy.json', 'false'],
  ])('finds nothing wrong with a draw but that its blocks %s', async (_, file, told) => {
    expect(await wrongLines(read(`test/${file}`))).toEqual(
      [900000, 900001].map((height) => `✗ block ${height} was mined: ${told}, but published is true`),
    );
  });

  it.each(
    (JSON.parse(read('test/proofs-of-wrong-blocks.json')) as Proof[]).map(
      (proof) => [proof.giveaway.title, proof] as const,
    ),
  )('finds a draw wrong that is decided by: %s', async (_, proof) => {
    const wrong = await wrongLines(JSON.stringify(proof));
    expect(wrong.filter((line) => !line.includes('made up'))).toEqual([
      '✗ times by the 90-minute rule: false, but published is true',
    ]);
  });

  it.each<[string, (proof: Proof) => unknown]>([
    ['an entry', (proof) => (proof.entries[0] = 'mallory')],
    ['the last entry', (proof) => proof.entries.pop()],
    ['the commitment', (proof) => (proof.commitment = '0'.repeat(64))],
    ['the seed', (proof) => (proof.seed = '0'.repeat(64))],
    ['the block', (proof) => (proof.block.hash = proof.block.before.hash)],
    [
      'the time in a header',
      (proof) => (proof.block.after.header = proof.block.after.header.replace(/.{24}$/, '0'.repeat(24))),
    ],
    ['the noon', (proof) => (proof.giveaway.draw_at = '2026-11-22T17:00:00.000Z')],
    ['a winner', (proof) => (proof.winners[0] = { ...proof.winners[0], entry: 'mallory' })],
    ['the number of winners', (proof) => proof.winners.pop()],
  ])('finds %s changed', async (_, change) => {
    const proof = JSON.parse(read('test/proof-first-after.json')) as Proof;
    change(proof);
    expect(await wrongLines(JSON.stringify(proof))).not.toEqual([]);
  });

  it('finds two entries that became one, by which a list with the same commitment has other winners', async () => {
    const proof = JSON.parse(read('test/proof-first-after.json')) as Proof;
    const loser = proof.entries[1] ?? '';
    proof.entries.splice(0, 2, `${proof.entries[0] ?? ''}\n${loser}`);
    proof.giveaway.entries_count -= 1;
    proof.winners = await drawWinners(proof.entries, proof.seed, proof.winners.length);
    expect(await wrongLines(JSON.stringify(proof))).toContain(
      `✗ number of entries: ${proof.entries.length + 1}, but published is ${proof.entries.length}`,
    );
  });

  it('checks the commitment before the draw, and says that the block is still to come', async () => {
    const proof = JSON.parse(read('test/proof-first-after.json')) as Proof;
    const early = { ...proof, block: null, seed: null, winners: [] };
    expect(await wrongLines(JSON.stringify(early))).toEqual([
      '✗ block after that noon: still to come, but published is none',
    ]);
  });

  it('is the one that the README shows the way to, needs nothing but Node, and has no more than 40 lines', () => {
    const script = read('verify-draw.mjs');
    expect(read('README.md')).toContain('[The script](verify-draw.mjs)');
    const modules = [...script.matchAll(/\bimport\b[^'"]*['"]([^'"]+)/g)].map(([, module]) => module);
    expect(modules).toEqual(['node:crypto', 'node:fs']);
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});

interface Proof {
  entries: string[];
  commitment: string;
  seed: string;
  block: { hash: string; before: { hash: string }; after: { header: string } };
  giveaway: { title: string; draw_at: string; entries_count: number };
  winners: object[];
}
