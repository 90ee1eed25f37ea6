import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const SIGNATURE_BYTES = 16;

/**
 * Opaque keyset cursors: the key of the last row seen, bound to its list and signed, so that a forged cursor
 * or a cursor of another list is rejected.
 */
export class CursorCodec<Key extends z.ZodType> {
  constructor(
    private readonly secret: string,
    private readonly list: string,
    private readonly key: Key,
  ) {}

  encode(key: z.output<Key>): string {
    const payload = Buffer.from(JSON.stringify(z.encode(this.key, key)));
    return Buffer.concat([this.sign(payload), payload]).toString('base64url');
  }

  /** @throws AppError INVALID_CURSOR */
  decode(cursor: string): z.output<Key> {
    const bytes = Buffer.from(cursor, 'base64url');
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const payload = bytes.subarray(SIGNATURE_BYTES);
    if (signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, this.sign(payload))) {
      const key = this.key.safeParse(JSON.parse(payload.toString()));
      if (key.success) return key.data;
    }
    throw new AppError(commonErrors.INVALID_CURSOR);
  }

  private sign(payload: Buffer): Buffer {
    const mac = createHmac('sha256', this.secret).update(this.list).update('\0').update(payload);
    return mac.digest().subarray(0, SIGNATURE_BYTES);
  }
}
