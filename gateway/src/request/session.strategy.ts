import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import Strategy from 'passport-custom';
import type { SignedInMember } from './request-state.js';
import { SessionStore } from './session-store.js';

const BEARER = /^Bearer ([\w-]{43})$/i;

/**
 * Proves an identity by a session: the opaque token of the Authorization header, of which only the hash is
 * looked up.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(private readonly sessions: SessionStore) {
    super();
  }

  /**
   * @throws AppError UNAVAILABLE while no session can be checked; RATE_LIMITED after too many invalid tokens
   */
  async validate({ headers, ip }: FastifyRequest): Promise<SignedInMember | false> {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return false;
    const tokenHash = hash('sha256', token);
    const session = await this.sessions.find(tokenHash, ip);
    return session === null ? false : { ...session, tokenHash };
  }
}
