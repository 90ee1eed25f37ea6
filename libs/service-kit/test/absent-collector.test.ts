import { freePort } from '@likewell/testing/spawn-server';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createLogger } from '../src/telemetry/logger.js';
import { openRequestSpan, startTracing } from '../src/telemetry/tracing.js';

const silent = createServer();
afterAll(() => silent.close());

const listen = async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  return (silent.address() as AddressInfo).port;
};

it.each([
  ['is not there', freePort],
  ['does not respond', listen],
])('a collector that %s holds up a stop for 2 s at the most, and fails none', async (_, open) => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
  const collector = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await open()}`,
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  const stopTracing = await startTracing('test', collector, logger);
  openRequestSpan('GET /', {})?.end();
  const before = performance.now();
  await stopTracing();
  expect(performance.now() - before).toBeLessThan(3000);
  expect(lines).toEqual([expect.stringContaining('the last spans could not be sent')]);
});
