import type { SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { SignIn } from '../security-events/security-events.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { hashToken, newSessionToken } from '../sessions/session-token.js';
import { findWays } from './second-factors.queries.js';
import { insertTicket } from './tickets.js';

/** A session that has begun; or, with `secondFactor`, a ticket for one. */
interface Begun {
  readonly token: string;
  readonly secondFactor?: SecondFactorWay[];
}

/** Where whoever proved one factor becomes a session, or, where their account has a second factor, is asked for that. */
@Injectable()
export class SignInGate {
  constructor(private readonly starter: SessionStarter) {}

  /**
   * Begins a session of a member who was admitted in this transaction, or keeps that one of their factors was proved. A
   * newcomer has no second factor.
   * @param tokenHash of the token that the caller has made, which then is the ticket
   */
  async begin(tx: Tx, signIn: SignIn, tokenHash: string | undefined): Promise<Begun> {
    const ways = signIn.kind === 'registered' ? [] : await findWays(tx, signIn.memberId);
    if (ways.length === 0) return { token: await this.starter.begin(tx, signIn, tokenHash) };
    const ticket = tokenHash === undefined ? newSessionToken() : '';
    await insertTicket(tx, tokenHash ?? hashToken(ticket), signIn);
    return { token: ticket, secondFactor: ways };
  }
}
