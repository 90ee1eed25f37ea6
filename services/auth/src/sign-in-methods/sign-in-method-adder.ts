import { newPassword } from '@likewell/contracts/auth/credentials';
import { authErrors } from '@likewell/contracts/auth/errors';
import type {
  addPassword,
  addSignInMethod,
  ListedMethod,
} from '@likewell/contracts/auth/sign-in-methods-rpc';
import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { spendGoogleProof } from '../google-sign-in/google-proofs.js';
import { MailQueue } from '../mail/mail-queue.js';
import { NewPasswords } from '../passwords/new-passwords.js';
import { PasswordChecker } from '../passwords/password-checker.js';
import { PasswordSeal } from '../passwords/password-seal.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { lockSignedIn } from '../sessions/signed-in.js';
import { recordWalletProved } from '../wallet-sign-in/record-wallet-proved.js';
import { WalletProofs } from '../wallet-sign-in/wallet-proofs.js';
import { methodSentence } from './method-sentence.js';
import { findMethods, insertMethod, type NewIdentity } from './sign-in-methods.queries.js';

const MAX_METHODS = 20;

type Adding = RpcInput<typeof addSignInMethod>;
type Member = Pick<Adding, 'memberId' | 'tokenHash' | 'origin'>;

/** Adds sign-in methods to members once they have proved that these are theirs. */
@Injectable()
export class SignInMethodAdder {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordChecker,
    private readonly newPasswords: NewPasswords,
    private readonly seal: PasswordSeal,
    private readonly wallets: WalletProofs,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
  ) {}

  /** @throws AppError PASSWORD_EXISTS, PASSWORD_TOO_EASY, RATE_LIMITED, MEMBER_NOT_FOUND, OVERLOADED */
  async addPassword({ password, ...member }: RpcInput<typeof addPassword>): Promise<ListedMethod> {
    const { memberId } = member;
    const opened = this.seal.open(newPassword, password);
    if (await this.passwords.has(memberId)) throw new AppError(authErrors.PASSWORD_EXISTS);
    const passwordHash = await this.newPasswords.hashOfMember(memberId, opened);
    const identity = { provider: 'password', subject: String(memberId), passwordHash } as const;
    return this.add(member, authErrors.PASSWORD_EXISTS, () => Promise.resolve(identity));
  }

  /** @throws AppError IDENTITY_NOT_CONFIRMED, SIGN_IN_METHOD_TAKEN, TOO_MANY_SIGN_IN_METHODS, MEMBER_NOT_FOUND */
  async addProven({ proof, ...member }: Adding): Promise<ListedMethod> {
    const taken = authErrors.SIGN_IN_METHOD_TAKEN;
    if (proof.way === 'google') {
      return this.add(member, taken, async (tx) => ({
        provider: 'google',
        subject: await spendGoogleProof(tx, proof.proofHash),
      }));
    }
    const { address } = proof;
    const spend = this.wallets.confirm(proof);
    return this.add(member, taken, async (tx) => {
      await spend(tx);
      await recordWalletProved(tx, member.memberId, address);
      return { provider: 'wallet', subject: address };
    });
  }

  /**
   * @param taken the error if somebody already has it
   * @param prove returns the identity, after proving in this transaction that it is the member's
   */
  private add(
    { memberId, tokenHash, origin }: Member,
    taken: ErrorDefinition,
    prove: (tx: Tx) => Promise<NewIdentity>,
  ): Promise<ListedMethod> {
    return this.database.transaction(async (tx) => {
      await lockSignedIn(tx, { memberId, tokenHash });
      if ((await findMethods(tx, memberId)).length >= MAX_METHODS)
        throw new AppError(authErrors.TOO_MANY_SIGN_IN_METHODS);
      const identity = await prove(tx);
      const added = await insertMethod(tx, memberId, identity);
      if (!added) throw new AppError(taken);
      await this.events.record(tx, {
        ...{ memberId, origin, method: identity.provider },
        kind: 'sign-in-method-added',
      });
      const data = { what: methodSentence(identity.provider, 'added'), isAdded: true };
      await this.mails.notify(tx, memberId, { template: 'sign-in-method-changed', data });
      return added;
    });
  }
}
