import { finishGoogleProof } from '@likewell/contracts/auth/confirmation-rpc';
import { PROOF_STATE } from '@likewell/contracts/auth/sign-in-rpc';
import { googleCallback } from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { readInput } from '../request/zod.pipe.js';
import { newToken } from './new-sessions.js';
import { secretHash } from './oauth-state-cookie.js';

/** Tells whether a state claims to belong to a proof; only auth knows whether it does. */
export const isProof = (state: unknown): boolean =>
  typeof state === 'string' && state.startsWith(PROOF_STATE);

/** Finishes a proof by Google in a pop-up window, which signs nobody in. */
@Injectable()
export class GoogleProofs {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns the token by which the window's opener proves who owns the account.
   * @throws AppError as {@link finishGoogleProof}
   */
  async finish(request: FastifyRequest): Promise<string> {
    const { query } = await readInput(googleCallback, request);
    const token = newToken();
    await this.rpc.call(finishGoogleProof, {
      answer: query,
      browserHash: secretHash(request, query.state),
      proofHash: hash('sha256', token),
    });
    return token;
  }
}
