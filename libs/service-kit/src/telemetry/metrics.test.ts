import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from './metrics.js';

it('samples the event loop 20 times a second, for each sample wakes the process', async () => {
  const { registry } = new Metrics('test');
  await sleep(300);
  // A sample holds the wait for it.
  const [, least] = /^nodejs_eventloop_lag_min_seconds\{.*\} (\S+)$/m.exec(await registry.metrics()) ?? [];
  expect(Number(least)).toBeGreaterThan(0.04);
});
