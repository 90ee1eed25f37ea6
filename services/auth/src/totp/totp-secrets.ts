import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { AuthConfig } from '../config.js';

const CIPHER = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/** Seals the secrets of apps for codes where they are kept: who reads the table, or a backup of it, makes no code of it. */
@Injectable()
export class TotpSecrets {
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) { TOTP_SECRET }: Pick<AuthConfig, 'TOTP_SECRET'>) {
    this.key = Buffer.from(hkdfSync('sha256', TOTP_SECRET, '', 'likewell totp secrets', KEY_BYTES));
  }

  /** For this member alone: moved to another one's row it does not open. */
  seal(memberId: number, secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(aboutOf(memberId));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error for what was not sealed for this member */
  open(memberId: number, sealed: Buffer): Buffer {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(aboutOf(memberId)).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}

const aboutOf = (memberId: number) => Buffer.from(`totp of ${memberId}`);
