import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SegmentReport } from './segment.js';

const CHILD = fileURLToPath(new URL('./run-segment.js', import.meta.url));
const MINUTE_MS = 60_000;

/**
 * Plays segments, and prints what they were; a finding ends it with exit code 1.
 * @throws Error when two segments are the same run, so that a seed would change nothing
 */
async function main(): Promise<number> {
  const seed = process.env.SEED ?? String(Date.now() % 1_000_000);
  const totals = new Map<string, number>();
  const hashes = new Set<string>();
  let virtualSeconds = 0;
  for await (const report of play(seed)) {
    virtualSeconds += report.virtualSeconds;
    for (const [kind, count] of Object.entries(report.counts))
      totals.set(kind, (totals.get(kind) ?? 0) + count);
    print(`· ${report.seed}: ${report.counts.statement ?? 0} statements, hash ${report.hash}`);
    if (report.findings.length > 0) {
      show(report);
      return 1;
    }
    if (hashes.has(report.hash)) throw new Error(`${report.seed} is the same run as a seed before it`);
    hashes.add(report.hash);
  }
  print(
    `✓ no finding: seed ${seed}, ${hashes.size} segments, ${Math.round(virtualSeconds / 60)} virtual minutes`,
  );
  print(countsOf(totals));
  return 0;
}

/**
 * Plays segments, each in a child process: the one that a seed with a point names, as a finding prints it;
 * SEGMENTS of them at once; or one after the other for MINUTES.
 */
async function* play(seed: string): AsyncGenerator<SegmentReport> {
  const { SEGMENTS, MINUTES = '2' } = process.env;
  const playOne = (number: number) => runChild(`${seed}.${number}`);
  if (seed.includes('.')) yield runChild(seed);
  else if (SEGMENTS)
    yield* await Promise.all(Array.from({ length: Number(SEGMENTS) }, (_, index) => playOne(index)));
  else yield* playFor(Number(MINUTES) * MINUTE_MS, playOne);
}

/** Plays one segment after the other; another starts only if most of it fits in. */
async function* playFor(
  ms: number,
  playOne: (number: number) => Promise<SegmentReport>,
): AsyncGenerator<SegmentReport> {
  const endMs = Date.now() + ms;
  let longestMs = 0;
  for (let number = 0; number === 0 || Date.now() + longestMs / 2 < endMs; number += 1) {
    const begunMs = Date.now();
    yield await playOne(number);
    longestMs = Math.max(longestMs, Date.now() - begunMs);
  }
}

function runChild(seed: string): Promise<SegmentReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', CHILD, seed], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as SegmentReport);
      else reject(new Error(`the segment ${seed} ended with ${code}`));
    });
  });
}

function show({ seed, hash, findings, lastLines, virtualSeconds, counts }: SegmentReport): void {
  for (const line of lastLines) print(line);
  print(`\n✗ SEED=${seed} finds, after ${virtualSeconds} virtual seconds (hash ${hash}):`);
  for (const { what, detail } of findings) print(`  ${what}: ${detail}`);
  print(countsOf(new Map(Object.entries(counts))));
}

/** Formats the counts, with the events of one process together. */
function countsOf(totals: ReadonlyMap<string, number>): string {
  const merged = new Map<string, number>();
  for (const [kind, count] of totals) {
    const name = kind.replace(/-\d+\.\d+$/, '').replace(/^-$/, 'the outside');
    merged.set(name, (merged.get(name) ?? 0) + count);
  }
  return [...merged].map(([kind, count]) => `  ${String(count).padStart(9)} ${kind}`).join('\n');
}

const print = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = await main();
