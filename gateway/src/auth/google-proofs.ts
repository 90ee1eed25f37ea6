import { finishGoogleProof } from '@likewell/contracts/auth/security-rpc';
import { PROOF_STATE } from '@likewell/contracts/auth/rpc';
import { googleCallback } from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { readInput } from '../request/zod.pipe.js';
import { newToken } from './new-session.js';
import { secretHash } from './oauth-state-cookie.js';

/** Whether a state says that it is a proof's; auth alone knows whether it is. */
export const isProof = (state: unknown): boolean =>
  typeof state === 'string' && state.startsWith(PROOF_STATE);

/** Ends what a pop-up window went to Google for without signing in. */
@Injectable()
export class GoogleProofs {
  constructor(private readonly rpc: RpcClient) {}

  /** The token by which its opener shows whose the account is. @throws AppError as {@link finishGoogleProof} */
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
