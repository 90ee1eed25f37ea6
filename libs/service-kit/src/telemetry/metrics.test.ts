import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { Metrics } from './metrics.js';

it('samples the event loop 20 times a second, for each sample wakes the process', async () => {
  const { registry } = new Metrics('test');
  // Begins a new series: those of before are gone once they were read.
  await registry.metrics();
  // A sample falls into each of these waits, however long a pause of the machine makes it.
  for (let wait = 0; wait < 8; wait += 1) await sleep(50);
  // A sample includes the sampling interval. One that comes late makes the next one shorter, so the median is taken.
  const [, median] = /^nodejs_eventloop_lag_p50_seconds\{.*\} (\S+)$/m.exec(await registry.metrics()) ?? [];
  expect(Number(median)).toBeGreaterThan(0.04);
});

it('observes the process once, however many there are', async () => {
  const registries = [new Metrics('one').registry, new Metrics('other').registry];
  const observed = registries.map((registry) => registry.getSingleMetric('nodejs_gc_duration_seconds'));
  expect(observed[0]).toBe(observed[1]);
  const [one, other] = await Promise.all(registries.map((registry) => registry.metrics()));
  expect(one).toMatch(/^nodejs_eventloop_lag_p50_seconds\{service="one"\} /m);
  expect(other).toMatch(/^nodejs_eventloop_lag_p50_seconds\{service="other"\} /m);
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

it('of several workers the event loop that lags most is shown', async () => {
  const name = 'nodejs_eventloop_lag_p99_seconds';
  const shown = await new Metrics('test').registry.getMetricsAsJSON();
  const workers = [0.05, 2, 0.05].map((value) =>
    shown
      .filter((metric) => metric.name === name)
      .map((metric) => ({ ...metric, values: [{ labels: {}, value }] })),
  );
  expect(await AggregatorRegistry.aggregate(workers).getSingleMetricAsString(name)).toMatch(/ 2$/);
});
