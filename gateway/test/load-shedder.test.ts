import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { shareGrownOld } from '@likewell/testing/old-space';
import type { FastifyRequest } from 'fastify';
import { LoadShedder, type Capacity } from '../src/request/load-shedder.js';

const AT_ONCE = 50;

const shedderFor = (capacity: Capacity) => new LoadShedder(capacity, createLogger('test', 'silent'));

it('counts a deposit under way among the deposits alone, as the places do', () => {
  const shedder = shedderFor({ all: 1, tips: 1, uploads: 1, deposits: 1, drafts: 1 });
  const requestOf = (limit: 'deposit' | 'read') =>
    ({ place: null, route: { contract: { limit } } }) as unknown as FastifyRequest;
  const [deposit, read] = [requestOf('deposit'), requestOf('read')];
  expect([shedder.enter(deposit), shedder.enter(read)]).toEqual([true, true]);
  expect(shedder.taken).toEqual({ all: 1, tips: 0, uploads: 0, deposits: 1, drafts: 0 });
  shedder.leave(read);
  expect(shedder.taken).toMatchObject({ all: 0, deposits: 1 });
});

it('keeps no request that has left until a full garbage collection', async () => {
  const shedder = shedderFor({ all: AT_ONCE, tips: 1, uploads: 1, deposits: 1, drafts: 1 });
  const kept = await shareGrownOld(150, AT_ONCE, (ballast) => {
    const newRequest = () => ({ place: null, ballast: ballast() }) as unknown as FastifyRequest;
    const requests = Array.from({ length: AT_ONCE }, newRequest);
    expect(requests.every((request) => shedder.enter(request))).toBe(true);
    for (const request of requests) shedder.leave(request);
  });
  expect(kept).toBeLessThan(1 / 3);
});
