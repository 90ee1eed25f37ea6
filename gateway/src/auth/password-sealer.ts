import { CONFIG } from '@likewell/service-kit/config/config';
import { TextSealer } from '@likewell/service-kit/rpc/sealed-text';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';

/** Seals passwords for auth, so that nobody else on the bus can read them. */
@Injectable()
export class PasswordSealer {
  private readonly sealer: TextSealer | null;

  constructor(@Inject(CONFIG) { PASSWORD_SEAL_KEY: key }: Pick<GatewayConfig, 'PASSWORD_SEAL_KEY'>) {
    this.sealer = key === undefined ? null : new TextSealer(key);
  }

  seal(password: string): string {
    return this.sealer ? this.sealer.seal(password) : password;
  }
}
