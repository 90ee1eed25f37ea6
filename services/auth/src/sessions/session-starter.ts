import { deviceWords } from '@likewell/contracts/core/device-words';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import { rememberNetwork } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder, type SignIn } from '../security-events/security-events.recorder.js';
import { SessionCache } from './session-cache.js';
import { Session } from './session.entity.js';
import { deleteSurplusSessions } from './sessions.queries.js';

/** More than anybody needs; all sessions of a member end in one transaction. */
const MAX_SESSIONS = 200;

/** Result of a transaction that may have begun a session. */
interface Begun {
  /** Hashes of the sessions that it ended, because the member had too many. */
  readonly ended: readonly string[];
}

/** Begins sessions, by any method. */
@Injectable()
export class SessionStarter {
  constructor(
    private readonly database: Database,
    private readonly cache: SessionCache,
    private readonly hasher: NetworkHasher,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Runs the transaction of a sign-in that calls {@link begin}, and revokes the sessions that it ended. They
   * are known only once it has ended them, so they are not marked before it as those of other endings are; if
   * nobody learns whether it was committed, readers of the cache ask auth about them.
   */
  async transaction<T extends Begun>(work: (tx: Tx) => Promise<T>): Promise<Omit<T, 'ended'>> {
    let mayHaveEnded: readonly string[] = [];
    const { ended, ...result } = await this.database
      .transaction(async (tx) => {
        const begun = await work(tx);
        mayHaveEnded = begun.ended;
        return begun;
      })
      .catch(async (error: unknown) => {
        await this.cache.expectChange(mayHaveEnded);
        throw error;
      });
    await this.cache.revoke(ended);
    return result;
  }

  /**
   * Begins a session of a member who was admitted in this transaction; their network is known from now on. If
   * they have more than 200, the least recently used ones end.
   * @param tokenHash hash of the token that the caller has made
   * @returns the hashes of the sessions that ended, for {@link transaction}; a new member has none
   */
  async begin(tx: Tx, signIn: SignIn, tokenHash: string): Promise<readonly string[]> {
    const { memberId, origin, method } = signIn;
    const network = this.hasher.hash(origin.network);
    await tx.insert(Session, {
      tokenHash,
      memberId,
      method,
      network,
      device: origin.device ?? null,
      ...(signIn.confirms === false && { confirmedAt: null }),
    });
    const ended = await this.endSurplusOf(tx, memberId, tokenHash);
    await rememberNetwork(tx, memberId, network);
    if (await this.events.recordSignIn(tx, signIn)) {
      const data = { device: deviceWords(origin.device ?? null), at: new Date() };
      await this.mails.notify(tx, memberId, { template: 'new-device', data });
    }
    return ended;
  }

  private async endSurplusOf(tx: Tx, memberId: number, begun: string): Promise<string[]> {
    const ended = await deleteSurplusSessions(tx, { memberId, begun, max: MAX_SESSIONS });
    const ending = { kind: 'session-ended', detail: 'logged-out', doneBy: 'system' } as const;
    if (ended.length > 0) await this.events.record(tx, { ...ending, memberId, count: ended.length });
    return ended;
  }
}
