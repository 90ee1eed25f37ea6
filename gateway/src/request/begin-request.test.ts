import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberArrival } from './arrival.js';
import { beginRequest, recordArrival } from './begin-request.js';

it('the time that a request was held up is part of what it may take', () => {
  const raw = {} as FastifyRequest['raw'];
  rememberArrival(raw, performance.now() - 10_000);
  const request = { raw, headers: {}, routeOptions: { config: {} } } as FastifyRequest;
  recordArrival(request);
  beginRequest(request, { header: () => undefined } as unknown as FastifyReply);
  expect((request.context.deadline ?? Infinity) - steadyNow()).toBeLessThanOrEqual(20_000);
});
