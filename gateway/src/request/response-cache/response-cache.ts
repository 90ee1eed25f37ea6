import type { Route } from '@likewell/contracts/gateway/define-route';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MAX_BYTES = 64 * 2 ** 20;
const MAX_FORGOTTEN = 10_000;
/** From then on the next request makes it anew, while the others still get it. */
const RENEWED_AFTER_MS = 500;
const MAX_AGE_MS = 1000;
/** What is smaller does not get smaller enough. */
const MIN_COMPRESSED_BYTES = 512;

const compress = {
  gzip: promisify(gzip),
  // The quality that costs what gzip costs.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** How a response may travel besides as it is. */
export type Encoding = keyof typeof compress;

/** What is to be known of the route that made a response. */
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
    // Weak: it names what is said, in whichever encoding.
    this.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  }

  /** The body in an encoding: made once, when first asked for. Null as long as there is none. */
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
 * Responses to visitors, by address, for at most a second: many are served what one has asked for. Times are those of
 * `performance.now()`.
 */
export class ResponseCache {
  private readonly responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    // As it is and, mostly a quarter of it each, in two encodings.
    sizeCalculation: ({ body }, address) => Math.ceil(1.5 * body.length) + address.length + 500,
  });
  private readonly forgottenAt = new LRUCache<string, number>({ max: MAX_FORGOTTEN });
  private allForgottenAt = -Infinity;

  /** The response to hand out now; null for who has to make it: it is not there, too old, or due to be renewed by them. */
  find(address: string, now: number): CachedResponse | null {
    const response = this.responses.get(address);
    if (!response) return null;
    const age = now - response.madeAt;
    if (age >= MAX_AGE_MS) return null;
    if (age < RENEWED_AFTER_MS || response.isBeingRenewed) return response;
    response.isBeingRenewed = true;
    return null;
  }

  /** Keeps a response that was asked for at that time, unless something in it may have changed since. */
  keep(address: string, body: Buffer, askedAt: number, route: CachedRoute): CachedResponse {
    const response = new CachedResponse(body, askedAt, route);
    const isCurrent = askedAt > this.allForgottenAt && askedAt > (this.forgottenAt.get(address) ?? -Infinity);
    if (isCurrent) this.responses.set(address, response);
    return response;
  }

  /** What is kept for an address, or on its way to be, is out of date. */
  forget(address: string, now: number): void {
    this.responses.delete(address);
    this.forgottenAt.set(address, now);
  }

  /** {@link forget} for every address. */
  forgetAll(now: number): void {
    this.responses.clear();
    this.allForgottenAt = now;
  }

  /** How much is kept. */
  get size(): { readonly responses: number; readonly bytes: number } {
    return { responses: this.responses.size, bytes: this.responses.calculatedSize };
  }
}
