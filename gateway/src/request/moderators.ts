import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ActorVoucher } from './actor-voucher.js';
import './request-state.js';
import { SessionStore } from './session-store.js';

/**
 * Knows who is a moderator or an admin, from auth. Services are told auth's response, too, because the session
 * that the gateway remembers may be a second old.
 */
@Injectable()
export class Moderators {
  constructor(
    private readonly sessions: SessionStore,
    private readonly voucher: ActorVoucher,
  ) {}

  /**
   * Tells whether a request is a moderator's, and vouches for them to the services if it is.
   * @throws AppError UNAVAILABLE while auth does not answer
   */
  async vouchFor({ signedIn, context }: Pick<FastifyRequest, 'signedIn' | 'context'>): Promise<boolean> {
    const session = signedIn && (await this.sessions.askAuth(signedIn.tokenHash));
    if (!session || session.role === 'member' || session.memberId !== signedIn.memberId) return false;
    this.voucher.vouchFor(session, context);
    return true;
  }
}
