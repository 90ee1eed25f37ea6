import { newPosts, onePost } from '@likewell/contracts/gateway/posts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetChanged, keepResponse } from './keep-response.js';
import { ResponseCache } from './response-cache.js';

const FEED = '/api/posts/new?cursor=';

it.each([
  [404, false],
  [429, true],
  [500, true],
  [503, true],
])(
  'after %i to who was to make a response anew, the one before is still there: %s',
  (statusCode, isThere) => {
    const cache = new ResponseCache();
    cache.keep(FEED, Buffer.from('{}'), 0, newPosts);
    expect(cache.find(FEED, 600)).toBeNull();
    const request = {
      route: { contract: newPosts },
      raw: { method: 'GET', url: FEED, headers: {} },
      receivedAt: 600,
    } as unknown as FastifyRequest;
    keepResponse(request, { statusCode } as FastifyReply, '{"error":""}', cache);
    expect(cache.find(FEED, 700) !== null).toBe(isThere);
  },
);

it.each([
  ['GET', 200, true],
  ['HEAD', 200, true],
  ['POST', 200, false],
  ['DELETE', 204, false],
  ['PUT', 403, true],
])(
  'after a %s that was answered by %i a visitor’s page is still there: %s',
  (method, statusCode, isThere) => {
    const cache = new ResponseCache();
    const url = '/api/posts/1';
    // Dated ahead, so that it is not to be renewed yet when the machine pauses.
    cache.keep(url, Buffer.from('{}'), performance.now() + 60_000, onePost);
    forgetChanged({ method, url } as FastifyRequest, { statusCode } as FastifyReply, cache);
    expect(cache.find(url, performance.now()) !== null).toBe(isThere);
  },
);
