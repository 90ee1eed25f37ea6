import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { AuthConfig } from '../config.js';

/** 128 bits in hex: enough that no two networks share a hash. */
const CHARACTERS = 32;

/**
 * Names networks so that they can be counted and recognised, but not read: there are so few IPv4 addresses that a hash
 * without a key would tell them. So are kinds of browsers, and names that somebody typed and nobody has.
 */
@Injectable()
export class NetworkHasher {
  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'NETWORK_SECRET'>) {}

  /** The keyed hash of a network or other text, the same for ever as long as `NETWORK_SECRET` is. */
  hash(text: string): string {
    return createHmac('sha256', this.config.NETWORK_SECRET).update(text).digest('hex').slice(0, CHARACTERS);
  }
}
