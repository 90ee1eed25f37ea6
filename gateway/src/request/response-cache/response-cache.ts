import type { Route } from '@likewell/contracts/gateway/define-route';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MAX_BYTES = 64 * 2 ** 20;
const MAX_FORGOTTEN = 10_000;
/** Age from which the next request renews the response, while other requests still get it. */
const RENEWED_AFTER_MS = 500;
const MAX_AGE_MS = 1000;
/** Smaller bodies do not shrink enough. */
const MIN_COMPRESSED_BYTES = 512;

const compress = {
  gzip: promisify(gzip),
  // The quality whose cost is like that of gzip.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** Encodings of a response, besides none. */
export type Encoding = keyof typeof compress;

/** The parts of a contract that are needed of the route that made a response. */
export type CachedRoute = Pick<Route, 'path' | 'limit'>;

/** A response that is the same for every visitor. */
export class CachedResponse {
  readonly etag: string;
  isBeingRenewed = false;
  private readonly encoded: Partial<Record<Encoding, Buffer | null>> = {};

  constructor(
    readonly body: Buffer,
    readonly madeAt: number,
    readonly route: CachedRoute,
  ) {
    // A weak tag: it identifies the content in any encoding.
    this.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  }

  /** Returns the body in an encoding, which is made once, when first requested. Null until it is ready. */
  in(encoding: Encoding): Buffer | null {
    if (this.body.length < MIN_COMPRESSED_BYTES) return null;
    const known = this.encoded[encoding];
    if (known !== undefined) return known;
    this.encoded[encoding] = null;
    void compress[encoding](this.body).then((bytes) => (this.encoded[encoding] = bytes));
    return null;
  }
}

/**
 * Caches responses to visitors by address, for at most a second, so that one response serves many. Times are
 * values of `performance.now()`.
 */
export class ResponseCache {
  private readonly responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    // The plain body and two encodings, each usually a quarter of its size.
    sizeCalculation: ({ body }, address) => Math.ceil(1.5 * body.length) + address.length + 500,
  });
  private readonly forgottenAt = new LRUCache<string, number>({ max: MAX_FORGOTTEN });
  private allForgottenAt = -Infinity;

  /**
   * Returns the response to send now. Null means that the caller has to make it: it is absent, too old, or to
   * be renewed by this caller.
   */
  find(address: string, now: number): CachedResponse | null {
    const response = this.responses.get(address);
    if (!response) return null;
    const age = now - response.madeAt;
    if (age >= MAX_AGE_MS) return null;
    if (age < RENEWED_AFTER_MS || response.isBeingRenewed) return response;
    response.isBeingRenewed = true;
    return null;
  }

  /** Caches a response to a request of that time, unless its content may have changed since. */
  keep(address: string, body: Buffer, askedAt: number, route: CachedRoute): CachedResponse {
    const response = new CachedResponse(body, askedAt, route);
    const isCurrent = askedAt > this.allForgottenAt && askedAt > (this.forgottenAt.get(address) ?? -Infinity);
    if (isCurrent) this.responses.set(address, response);
    return response;
  }

  /** Marks the response at an address as outdated, cached or in the making. */
  forget(address: string, now: number): void {
    this.responses.delete(address);
    this.forgottenAt.set(address, now);
  }

  /** Does {@link forget} for every address. */
  forgetAll(now: number): void {
    this.responses.clear();
    this.allForgottenAt = now;
  }

  /** Numbers of cached responses and bytes. */
  get size(): { readonly responses: number; readonly bytes: number } {
    return { responses: this.responses.size, bytes: this.responses.calculatedSize };
  }
}
