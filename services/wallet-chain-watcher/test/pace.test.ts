import { inParallel } from '@likewell/testing/in-parallel';
import { WatcherUnderTest } from './watcher-under-test.js';

/**
 * Measures on a quiet machine with `MEASURE=1`: 10,000 deposits that nobody reported, and 200 that somebody
 * waits for. Otherwise runs the same on a small scale, without limits for the pace.
 */
const isMeasured = process.env.MEASURE === '1';
const DEPOSITS = Number(process.env.PACE_DEPOSITS ?? (isMeasured ? 10_000 : 60));
const CLAIMS = isMeasured ? 200 : 20;
const MIN_RATE = 200;
const MAX_P95_MS = 100;
const SLOT_MS = 10;
const FINAL_AFTER_SLOTS = 32;

describe('the pace of deposits', () => {
  let watcher: WatcherUnderTest;

  afterEach(() => watcher.stop());

  it(`${DEPOSITS} that nobody reported are credited${isMeasured ? ` at ${MIN_RATE} a second or more` : ''}`, async () => {
    watcher = await WatcherUnderTest.start({ endpoints: 2, variables: { SCAN_INTERVAL_MS: '1000' } });
    const [member, wallet] = [await watcher.newMember(), watcher.newWallet(1_000_000)];
    await watcher.service.replica.stop();
    for (let index = 0; index < DEPOSITS; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
    watcher.solana.skipSlots();
    report(`${DEPOSITS} sent`);
    const startedAt = performance.now();
    await watcher.addReplica();
    // Rare enough not to slow down the work that it waits for.
    while ((await watcher.states()).credited !== DEPOSITS) await pause(250);
    const seconds = (performance.now() - startedAt) / 1000;
    await watcher.expectAllCredited();
    report(`${DEPOSITS} deposits of ${seconds.toFixed(1)} s: ${Math.round(DEPOSITS / seconds)} a second`);
    if (isMeasured) expect(DEPOSITS / seconds).toBeGreaterThanOrEqual(MIN_RATE);
  }, 400_000);

  it(`${CLAIMS} reports at once are answered${isMeasured ? ` within ${MAX_P95_MS} ms of finality` : ''}`, async () => {
    watcher = await WatcherUnderTest.start({ slotMs: SLOT_MS, variables: { SCAN_INTERVAL_MS: '1000' } });
    const [member, wallet] = [await watcher.newMember(), watcher.newWallet(1_000_000)];
    const lateness: number[] = [];
    await inParallel(
      Array.from({ length: CLAIMS }, (_, index) => index),
      4,
      async (index) => {
        const signature = watcher.deposit(wallet, BigInt(index + 1), member.memo);
        const finalAt = performance.now() + FINAL_AFTER_SLOTS * SLOT_MS;
        await watcher.report(member, signature);
        lateness.push(performance.now() - finalAt);
      },
    );
    lateness.sort((one, other) => one - other);
    const [p50, p95] = [0.5, 0.95].map((part) => Math.round(lateness[Math.floor(part * CLAIMS)] ?? 0));
    report(`${CLAIMS} reports answered after finality: p50 ${p50} ms, p95 ${p95} ms`);
    if (isMeasured) expect(p95).toBeLessThanOrEqual(MAX_P95_MS);
  });
});

const report = (line: string) => void process.stderr.write(`${line}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
