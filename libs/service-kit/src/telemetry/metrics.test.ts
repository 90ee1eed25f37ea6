import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from './metrics.js';

it('samples the event loop 20 times a second, for each sample wakes the process', async () => {
  const { registry } = new Metrics('test');
  await sleep(300);
  // A sample includes the sampling interval.
  const [, least] = /^nodejs_eventloop_lag_min_seconds\{.*\} (\S+)$/m.exec(await registry.metrics()) ?? [];
  expect(Number(least)).toBeGreaterThan(0.04);
});

it('exports each known value of a counter before its first increase', async () => {
  const metrics = new Metrics('test');
  const counter = metrics.countEach('likewell_test_total', 'Attempts, by outcome', 'outcome', [
    'ready',
    'failed',
  ]);
  counter.inc({ outcome: 'failed' });
  expect(await metrics.registry.getSingleMetricAsString('likewell_test_total')).toBe(
    [
      '# HELP likewell_test_total Attempts, by outcome',
      '# TYPE likewell_test_total counter',
      'likewell_test_total{outcome="ready",service="test"} 0',
      'likewell_test_total{outcome="failed",service="test"} 1',
    ].join('\n'),
  );
});
