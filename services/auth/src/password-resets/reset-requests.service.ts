import type { requestPasswordReset } from '@likewell/contracts/auth/address-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AddressMails } from '../addresses/address-mails.js';
import { isKnownNetwork } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { insertRequest, lockRecipient, takeRequest, type ResetRequest } from './password-resets.queries.js';

/**
 * Requests for a new password. Each is stored first and processed later, so that the response and its time
 * are the same whether or not such a member exists.
 */
@Injectable()
export class ResetRequestsService {
  constructor(
    private readonly database: Database,
    private readonly mails: AddressMails,
    private readonly hasher: NetworkHasher,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** Stores a request, which a job soon carries out. */
  async save({ emailOrUser, origin }: RpcInput<typeof requestPasswordReset>): Promise<void> {
    const network = this.hasher.hash(origin.network);
    await this.database.transaction((tx) => insertRequest(tx, emailOrUser.toLowerCase(), network));
  }

  /** Processes the oldest request; returns false if there is none. */
  carryOutNext(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const request = await takeRequest(tx);
      if (request?.isFresh) await this.carryOut(tx, request);
      return request !== null;
    });
  }

  /**
   * Sends no mail to an unverified address, or above the limits of mails to an address while a link sent
   * before is valid. Requests from strangers and from networks that the member has signed in from have separate
   * limits.
   */
  private async carryOut(tx: Tx, { name, network }: ResetRequest): Promise<void> {
    const recipient = await lockRecipient(tx, name);
    if (!recipient) return;
    const { memberId } = recipient;
    const isKnown = network !== null && (await isKnownNetwork(tx, memberId, network));
    const isSent = await this.mails.reset(tx, recipient, isKnown ? 'known-network' : 'anybody', network);
    if (!isSent) return;
    const about = { memberId, kind: 'password-reset-requested', method: 'mail' } as const;
    await this.events.record(tx, { ...about, network, doneBy: 'visitor' });
  }
}
