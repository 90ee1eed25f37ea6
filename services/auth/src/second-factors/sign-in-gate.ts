import type { SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { SignIn } from '../security-events/security-events.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { findWays } from './second-factor-ways.js';
import { insertTicket } from './tickets.js';

/** A session that has begun or, with `secondFactor`, a ticket for one. */
interface Begun {
  readonly secondFactor?: SecondFactorWay[];
  /** Hashes of the sessions that ended, for {@link SessionStarter.transaction}. */
  readonly ended: readonly string[];
}

/** Decides after the first factor: it begins a session or, if the account has a second factor, asks for that. */
@Injectable()
export class SignInGate {
  constructor(private readonly starter: SessionStarter) {}

  /**
   * Begins a session of a member who was admitted in this transaction, or stores a ticket for the proved
   * factor. A new member has no second factor.
   * @param tokenHash hash of the token that the caller has made, which may become the ticket
   */
  async begin(tx: Tx, signIn: SignIn, tokenHash: string): Promise<Begun> {
    const ways = signIn.kind === 'registered' ? [] : await findWays(tx, signIn.memberId);
    if (ways.length > 0) {
      await insertTicket(tx, tokenHash, { confirms: true, ...signIn });
      return { secondFactor: ways, ended: [] };
    }
    return { ended: await this.starter.begin(tx, signIn, tokenHash) };
  }
}
