import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { AuthConfig } from '../config.js';
import { firstToOpen } from '../passwords/first-to-open.js';

const CIPHER = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/** Seals the stored secrets of authenticator apps, so that a reader of the table or of its backup cannot make codes. */
@Injectable()
export class TotpSecrets {
  private readonly newest: Buffer;
  private readonly keys: readonly Buffer[];

  constructor(@Inject(CONFIG) { TOTP_SECRET: [newest = '', ...older] }: Pick<AuthConfig, 'TOTP_SECRET'>) {
    this.newest = keyOf(newest);
    this.keys = [this.newest, ...older.map(keyOf)];
  }

  /** Seals a secret with the newest key, for this member alone: in another member's row it does not open. */
  seal(memberId: number, secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.newest, nonce).setAAD(aboutOf(memberId));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Opens a secret with any of the keys. @throws Error if it was not sealed for this member */
  open(memberId: number, sealed: Buffer): Buffer {
    return firstToOpen(this.keys, (key) => openBy(key, memberId, sealed));
  }
}

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'likewell totp secrets', KEY_BYTES));

function openBy(key: Buffer, memberId: number, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aboutOf(memberId)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

const aboutOf = (memberId: number) => Buffer.from(`totp of ${memberId}`);
