import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { shareGrownOld } from '@likewell/testing/old-space';
import type { FastifyRequest } from 'fastify';
import { LoadShedder } from '../src/request/load-shedder.js';

const AT_ONCE = 50;

it('keeps no request that has left until a full garbage collection', async () => {
  const capacity = { all: AT_ONCE, tips: 1, uploads: 1, deposits: 1, drafts: 1 };
  const shedder = new LoadShedder(capacity, createLogger('test', 'silent'));
  const kept = await shareGrownOld(150, AT_ONCE, (ballast) => {
    const newRequest = () => ({ place: null, ballast: ballast() }) as unknown as FastifyRequest;
    const requests = Array.from({ length: AT_ONCE }, newRequest);
    expect(requests.every((request) => shedder.enter(request))).toBe(true);
    for (const request of requests) shedder.leave(request);
  });
  expect(kept).toBeLessThan(1 / 3);
});
