import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { bytesInOldSpace, collectGarbage } from '@likewell/testing/old-space';
import type { FastifyRequest } from 'fastify';
import { LoadShedder } from '../src/request/load-shedder.js';

const BYTES = 32_000;
const AT_ONCE = 50;

it('keeps no request that has left until a full garbage collection', () => {
  const capacity = { all: AT_ONCE, tips: 1, uploads: 1, deposits: 1, drafts: 1 };
  const shedder = new LoadShedder(capacity, createLogger('test', 'silent'));
  const newRequest = () =>
    ({ place: null, ballast: Buffer.alloc(BYTES, 'a').toString('latin1') }) as unknown as FastifyRequest;
  const passTogether = () => {
    const requests = Array.from({ length: AT_ONCE }, newRequest);
    const admitted = requests.filter((request) => shedder.enter(request));
    for (const request of requests) shedder.leave(request);
    return admitted.length;
  };
  const pass = (times: number) => {
    for (let index = 0; index < times; index += 1) {
      expect(passTogether()).toBe(AT_ONCE);
      collectGarbage({ type: 'minor' });
    }
  };
  pass(3);
  collectGarbage({ type: 'major' });
  const before = bytesInOldSpace();
  pass(20);
  // A collection of V8's own may come in between; what is kept would be nearly all of 20.
  expect(bytesInOldSpace() - before).toBeLessThan(8 * AT_ONCE * BYTES);
});
