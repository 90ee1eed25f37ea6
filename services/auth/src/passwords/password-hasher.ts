import { CONFIG } from '@likewell/service-kit/config/config';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../config.js';

/** Argon2id with OWASP's floor: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of no password: checked when nobody has the name, so that both responses cost the same. */
const NOBODY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$hLp/5QmJtkmnqSb5cRBgPQ$AWvnBbNjxT11ehg3fqHqAgnmTnpQnMCyD26IYvjdjFc`;

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins starves nothing else. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore: Semaphore;

  constructor(@Inject(CONFIG) config: AuthConfig) {
    this.semaphore = new Semaphore(config.HASH_CONCURRENCY, config.HASH_MAX_WAIT_MS);
  }

  /** @throws AppError OVERLOADED */
  hash(password: string): Promise<string> {
    return this.semaphore.pass(() => hash(password, PARAMETERS));
  }

  /** True when the password has this hash; always false, at the same cost, for the hash of nobody. */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const matches = await this.semaphore.pass(() => verify(passwordHash ?? NOBODY, password));
    return matches && passwordHash !== null;
  }
}
