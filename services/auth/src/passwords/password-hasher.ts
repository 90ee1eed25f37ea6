import { CONFIG } from '@likewell/service-kit/config/config';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { timeLeftMs } from '@likewell/service-kit/telemetry/request-context';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../config.js';

/** Longest wait for a turn by the profile in TIMEOUTS, unless HASH_MAX_WAIT_MS replaces it. */
const MAX_WAIT_MS = { production: 2000, laptop: 25_000 };
/** Time kept of the caller's for the hash itself and for the transaction that follows. */
const TO_RESPOND_MS = 2500;

/** A hash that matches no password: checked if nobody has the name, so that both responses take the same time. */
const hashOfNobody = ({ memoryCost, timeCost, parallelism }: AuthConfig['passwordHash']) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$hLp/5QmJtkmnqSb5cRBgPQ$AWvnBbNjxT11ehg3fqHqAgnmTnpQnMCyD26IYvjdjFc`;

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins does not starve other work. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore: Semaphore;
  private readonly maxWaitMs: number;
  private readonly parameters: AuthConfig['passwordHash'];

  constructor(
    @Inject(CONFIG)
    config: Pick<AuthConfig, 'maxHashesAtOnce' | 'HASH_MAX_WAIT_MS' | 'passwordHash' | 'TIMEOUTS'>,
  ) {
    this.maxWaitMs = config.HASH_MAX_WAIT_MS ?? MAX_WAIT_MS[config.TIMEOUTS.profile];
    this.parameters = config.passwordHash;
    this.semaphore = new Semaphore(config.maxHashesAtOnce, {});
  }

  /** @throws AppError OVERLOADED */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.parameters));
  }

  /** Tells whether the password has this hash. For null it is always false, at the same cost. */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const matches = await this.inTurn(() => verify(passwordHash ?? hashOfNobody(this.parameters), password));
    return matches && passwordHash !== null;
  }

  /**
   * Runs `work` when its turn comes, if the caller still waits for the response then: a call may hash several
   * times, and none of its turns may use up the time of the whole.
   */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.semaphore.pass(work, Math.min(this.maxWaitMs, timeLeftMs() - TO_RESPOND_MS));
  }
}
