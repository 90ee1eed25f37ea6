import type { requestPasswordReset } from '@likewell/contracts/auth/address-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AddressMails } from '../addresses/address-mails.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { findRecipient, insertRequest, takeRequest, type ResetRequest } from './password-resets.queries.js';

/**
 * Requests for a new password. Each is kept first and carried out afterwards, so that the response is the same, after the same
 * statements, whether anybody is meant.
 */
@Injectable()
export class ResetRequestsService {
  constructor(
    private readonly database: Database,
    private readonly mails: AddressMails,
    private readonly hasher: NetworkHasher,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** Keeps a request. */
  async keep({ emailOrUser, origin }: RpcInput<typeof requestPasswordReset>): Promise<void> {
    const network = origin ? this.hasher.hash(origin.network) : null;
    await this.database.transaction((tx) => insertRequest(tx, emailOrUser.toLowerCase(), network));
  }

  /** Carries out the oldest request; false when there is none. */
  carryOutNext(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const request = await takeRequest(tx);
      if (request?.isFresh) await this.carryOut(tx, request);
      return request !== null;
    });
  }

  /** Nothing is sent to an address that nobody has verified, and to one that was sent to often lately. */
  private async carryOut(tx: Tx, { name, network }: ResetRequest): Promise<void> {
    const recipient = await findRecipient(tx, name);
    if (!recipient) return;
    const { memberId } = recipient;
    if (!(await this.mails.reset(tx, recipient, network))) return;
    const about = { memberId, kind: 'password-reset-requested', method: 'mail' } as const;
    await this.events.record(tx, { ...about, network, doneBy: 'visitor' });
  }
}
