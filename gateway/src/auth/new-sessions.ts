import { authErrors } from '@likewell/contracts/auth/errors';
import type { signedIn } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Rpc, RpcInput } from '@likewell/contracts/core/define-rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { SessionStore } from '../request/session-store.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';
import type { NewSession } from './sign-in.guard.js';

const TOKEN_BYTES = 32;

/** Returns a token of 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Begins sessions in auth with tokens that are made here. Auth and the bus only ever see the hash of these
 * 256 random bits. If the account has a second factor, the token is the ticket for that step.
 */
@Injectable()
export class NewSessions {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
    private readonly members: OwnProfilePresenter,
  ) {}

  /**
   * Begins a session by this call, and presents it to the page. It is accepted even from a network that
   * presents many invalid ones.
   * @throws AppError SECOND_FACTOR_NEEDED, and what the call throws
   */
  async begin<R extends Rpc<z.ZodType, typeof signedIn>>(
    signIn: R,
    form: Omit<RpcInput<R>, 'sessionHash'>,
  ): Promise<NewSession> {
    const token = newToken();
    const sessionHash = hash('sha256', token);
    const { member, secondFactor: ways } = await this.rpc.call(signIn, {
      ...form,
      sessionHash,
    } as RpcInput<R>);
    if (ways) throw new AppError(authErrors.SECOND_FACTOR_NEEDED, { details: { ticket: token, ways } });
    await this.sessions.recordBegun(sessionHash);
    return { token, user: await this.members.own(member) };
  }
}
