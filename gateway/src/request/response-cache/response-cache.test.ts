import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ResponseCache } from './response-cache.js';

const FEED = '/api/posts/new?cursor=';
const ROUTE = { path: '/api/posts/new', limit: 'read' } as const;
const body = (text: string) => Buffer.from(JSON.stringify({ text }));

describe('the cache of responses', () => {
  it('hands out a response for a second at the most, from when it was asked for', () => {
    const cache = new ResponseCache();
    cache.keep(FEED, body('a'), 1000, ROUTE);
    expect(cache.find(FEED, 1499)?.body).toEqual(body('a'));
    expect(cache.find('/api/posts/new', 1001)).toBeNull();
    expect(cache.find(FEED, 2000)).toBeNull();
  });

  it('lets one make a response anew after half a second, and gives the others the one before meanwhile', () => {
    const cache = new ResponseCache();
    cache.keep(FEED, body('a'), 1000, ROUTE);
    expect(cache.find(FEED, 1500)).toBeNull();
    expect(cache.find(FEED, 1501)?.body).toEqual(body('a'));
    expect(cache.find(FEED, 1999)?.body).toEqual(body('a'));
    cache.keep(FEED, body('b'), 1500, ROUTE);
    expect(cache.find(FEED, 1999)?.body).toEqual(body('b'));
    expect(cache.find(FEED, 2000)).toBeNull();
  });

  it('keeps nothing that was asked for before it was to be forgotten', () => {
    const cache = new ResponseCache();
    cache.forget('/api/posts/7', 1000);
    cache.keep('/api/posts/7', body('old'), 1000, ROUTE);
    cache.keep('/api/posts/8', body('other'), 1000, ROUTE);
    expect([cache.find('/api/posts/7', 1001), cache.find('/api/posts/8', 1001)?.body]).toEqual([
      null,
      body('other'),
    ]);
    cache.forgetAll(1002);
    cache.keep('/api/posts/7', body('old'), 1002, ROUTE);
    expect([cache.find('/api/posts/7', 1003), cache.find('/api/posts/8', 1003)]).toEqual([null, null]);
    cache.keep('/api/posts/7', body('new'), 1003, ROUTE);
    expect(cache.find('/api/posts/7', 1004)?.body).toEqual(body('new'));
  });

  it('makes each encoding once it is asked for, and leaves small responses as they are', async () => {
    const large = body('word '.repeat(500));
    const response = new ResponseCache().keep(FEED, large, 0, ROUTE);
    expect(response.in('br')).toBeNull();
    const [br, gzip] = await vi.waitFor(() => {
      const both = [response.in('br'), response.in('gzip')] as const;
      if (!both[0] || !both[1]) throw new Error('not yet');
      return [both[0], both[1]] as const;
    }, 15_000);
    expect([brotliDecompressSync(br), gunzipSync(gzip)]).toEqual([large, large]);
    expect(response.in('br')).toBe(br);
    expect(new ResponseCache().keep(FEED, body('a'), 0, ROUTE).in('gzip')).toBeNull();
  });

  it('names what is said, not when or for whom', () => {
    const cache = new ResponseCache();
    const [a, b, again] = [body('a'), body('b'), body('a')].map(
      (each) => cache.keep(FEED, each, 0, ROUTE).etag,
    );
    expect([a, b === a, again]).toEqual([expect.stringMatching(/^W\/"[\w-]{22}"$/), false, a]);
  });

  it('stays within its bytes, and lets go of what was not asked for longest', () => {
    const cache = new ResponseCache();
    const large = Buffer.alloc(8 * 2 ** 20);
    for (let page = 0; page < 20; page += 1) {
      cache.keep(`/api/posts/new?cursor=${page}`, large, 0, ROUTE);
      cache.keep(FEED, body('first'), 0, ROUTE);
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(64 * 2 ** 20);
    expect(cache.find(FEED, 1)).not.toBeNull();
    expect(cache.find('/api/posts/new?cursor=0', 1)).toBeNull();
  });
});
