import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { AuthConfig } from '../config.js';

/** 128 bits in hex: enough to avoid collisions between networks. */
const CHARACTERS = 32;

/**
 * Hashes networks with a key, so that they can be counted and recognised but not read: there are so few IPv4
 * addresses that a hash without a key would reveal them. Kinds of browsers are hashed too, and typed names
 * that nobody has.
 */
@Injectable()
export class NetworkHasher {
  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'NETWORK_SECRET'>) {}

  /** Returns the keyed hash of a network or other text, which depends only on `NETWORK_SECRET`. */
  hash(text: string): string {
    return createHmac('sha256', this.config.NETWORK_SECRET).update(text).digest('hex').slice(0, CHARACTERS);
  }
}
