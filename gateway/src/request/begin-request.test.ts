import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberArrival } from './arrival.js';
import { beginRequest, recordArrival } from './begin-request.js';

function begin(raw: FastifyRequest['raw'], headers: FastifyRequest['headers'] = {}): FastifyRequest {
  const request = { raw, headers, routeOptions: { config: {} } } as FastifyRequest;
  recordArrival(request);
  beginRequest(request, { header: () => undefined } as unknown as FastifyReply);
  return request;
}

it('the time that a request was held up is part of what it may take', () => {
  const raw = {} as FastifyRequest['raw'];
  rememberArrival(raw, performance.now() - 10_000);
  expect((begin(raw).context.deadline ?? Infinity) - steadyNow()).toBeLessThanOrEqual(20_000);
});

it('a visitor picks neither the trace of a request nor whether it is kept', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { context } = begin({} as FastifyRequest['raw'], {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  });
  expect(context.traceparent).not.toContain(traceId);
  expect(context.traceparent).toMatch(/-00$/);
});
