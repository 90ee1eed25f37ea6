import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MemberMails } from '../member-mails/member-mails.js';
import { KnownNetworks } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder, type SignIn } from '../security-events/security-events.recorder.js';
import { Session } from './session.entity.js';
import { hashToken, newSessionToken } from './session-token.js';

/** Begins sessions, by whatever method. */
@Injectable()
export class SessionStarter {
  constructor(
    private readonly networks: KnownNetworks,
    private readonly hasher: NetworkHasher,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MemberMails,
  ) {}

  /**
   * Begins a session of a member who was admitted in this transaction; where they come from is known from now on.
   * @param tokenHash of the token that the caller has made for it
   * @returns the token where it is made here, which is kept nowhere; otherwise nothing
   */
  async begin(tx: Tx, signIn: SignIn, tokenHash: string | undefined): Promise<string> {
    const { memberId, origin, method } = signIn;
    const token = tokenHash === undefined ? newSessionToken() : '';
    await tx.insert(Session, {
      ...{ tokenHash: tokenHash ?? hashToken(token), memberId, method },
      device: origin?.device ?? null,
      network: origin ? this.hasher.hash(origin.network) : null,
    });
    await this.networks.remember(tx, memberId, origin);
    const isNewDevice = await this.events.recordSignIn(tx, signIn);
    if (isNewDevice && origin) await this.mails.notifyOfNewDevice(tx, memberId, origin);
    return token;
  }
}
