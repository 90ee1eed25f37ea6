import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { bytesGrownOld } from '@likewell/testing/old-space';
import type { FastifyRequest } from 'fastify';
import { LoadShedder } from '../src/request/load-shedder.js';

const BYTES = 2000;
const AT_ONCE = 50;
const ROUNDS = 150;

it('keeps no request that has left until a full garbage collection', async () => {
  const capacity = { all: AT_ONCE, tips: 1, uploads: 1, deposits: 1, drafts: 1 };
  const shedder = new LoadShedder(capacity, createLogger('test', 'silent'));
  const newRequest = () =>
    ({ place: null, ballast: Buffer.alloc(BYTES, 'a').toString('latin1') }) as unknown as FastifyRequest;
  const kept = await bytesGrownOld(ROUNDS, () => {
    const requests = Array.from({ length: AT_ONCE }, newRequest);
    expect(requests.every((request) => shedder.enter(request))).toBe(true);
    for (const request of requests) shedder.leave(request);
  });
  // A collection of V8's own may come in between.
  expect(kept).toBeLessThan((ROUNDS * AT_ONCE * BYTES) / 3);
});
