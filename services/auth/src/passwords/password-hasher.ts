import { CONFIG } from '@likewell/service-kit/config/config';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../config.js';

/** Argon2id with the minimum parameters of OWASP: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash that matches no password: checked if nobody has the name, so that both responses take the same time.
 */
const NOBODY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$hLp/5QmJtkmnqSb5cRBgPQ$AWvnBbNjxT11ehg3fqHqAgnmTnpQnMCyD26IYvjdjFc`;

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins does not starve other work. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore: Semaphore;

  constructor(@Inject(CONFIG) config: AuthConfig) {
    this.semaphore = new Semaphore(config.HASH_CONCURRENCY, { maxWaitMs: config.HASH_MAX_WAIT_MS });
  }

  /** @throws AppError OVERLOADED */
  hash(password: string): Promise<string> {
    return this.semaphore.pass(() => hash(password, PARAMETERS));
  }

  /** Tells whether the password has this hash. For null it is always false, at the same cost. */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const matches = await this.semaphore.pass(() => verify(passwordHash ?? NOBODY, password));
    return matches && passwordHash !== null;
  }
}
