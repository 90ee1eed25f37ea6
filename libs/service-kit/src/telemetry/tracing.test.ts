import { createLogger } from './logger.js';
import { newContext, runInContext } from './request-context.js';
import { inSpan, isTracing, openRequestSpan, openSpan, startTracing } from './tracing.js';

const OFF = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 1 };
const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('without a collector', () => {
  it('work is done as it is, in no span and in no promise more', async () => {
    await startTracing('test', OFF, createLogger('test', 'silent'));
    expect(isTracing()).toBe(false);
    runInContext(newContext({ traceparent: SAMPLED }), () => {
      const response = Promise.resolve(1);
      expect(inSpan('client', 'rpc.some.call', () => response)).toBe(response);
      expect(openSpan('client', 'SELECT')).toBeNull();
      expect(openRequestSpan('GET /', {})).toBeNull();
    });
  });
});
