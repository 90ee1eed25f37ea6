// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsUntilUsual, usageOf } from './overload-figures.mjs';

const OFFERED = 200;
const seconds = (/** @type {[settled: number, p99: number][]} */ ...all) => ({
  bySecond: all.map(([settled, p99]) => ({ settled, p99 })),
});
/** @param {[settled: number, p99: number]} second */
const sixTimes = (second) => seconds(...Array.from({ length: 6 }, () => second));
const usual = sixTimes([OFFERED, 40]);
const after = (/** @type {ReturnType<typeof seconds>} */ recovery) =>
  secondsUntilUsual(recovery, usual, OFFERED);

test('a gateway is as usual from the first second after which it settles all, as fast as before', () => {
  assert.equal(after(usual), 0);
  assert.equal(after(sixTimes([198, 60])), 0);
  assert.equal(after(seconds([200, 500], [200, 61], [200, 60], [200, 40])), 2);
  assert.equal(after(seconds([200, 40], [200, 61])), Infinity);
});

test('a gateway that settles nothing, or not all that was due, is never as usual', () => {
  assert.equal(after(sixTimes([0, 0])), Infinity);
  assert.equal(after(sixTimes([197, 20])), Infinity);
  assert.equal(after(seconds([0, 0], [150, 20], [200, 40])), 2);
  assert.equal(secondsUntilUsual(sixTimes([0, 0]), sixTimes([0, 0]), OFFERED), Infinity);
});

test('CPU is a share of the time in which it was read, and of a tip by all that were settled in it', () => {
  const figures = usageOf({
    before: { gateway: 1_000_000, load: 500_000 },
    after: { gateway: 5_000_000, load: 1_000_000 },
    machineUs: 6_500_000,
    elapsedMs: 10_000,
    driven: { cpuUs: 1_500_000, settledInAll: 6000 },
  });
  assert.deepEqual(figures, { cpu: { gateway: 40, probes: 5, load: 15, others: 5 }, cpuUsOfATip: 1000 });
});
