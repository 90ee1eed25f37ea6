import { authErrors } from '@likewell/contracts/auth/errors';
import type { addPasskey } from '@likewell/contracts/auth/keys-rpc';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { AuthConfig } from '../config.js';
import { MembersService } from '../members/members.service.js';
import { SecondFactorsService } from '../second-factors/second-factors.service.js';
import { hashToken } from '../sessions/session-token.js';
import { challengeOf } from './passkey-proofs.js';
import {
  deletePasskey,
  findPasskeysOf,
  insertChallenge,
  insertPasskey,
  takeChallenge,
  type Passkey,
} from './passkeys.queries.js';
import { relyingPartyOf } from './relying-party.js';

const MAX_PASSKEYS = 10;

/** Members' passkeys (WebAuthn, level 3). */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly factors: SecondFactorsService,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** What a browser asks an authenticator for a new passkey with. @throws AppError PASSKEYS_NOT_SET_UP, TOO_MANY_PASSKEYS, MEMBER_NOT_FOUND */
  async begin(memberId: number): Promise<Record<string, unknown>> {
    const { id } = relyingPartyOf(this.config);
    const { username } = await this.members.getOwn(memberId);
    const keys = await this.list(memberId);
    if (keys.length >= MAX_PASSKEYS) throw new AppError(authErrors.TOO_MANY_PASSKEYS);
    const options = await generateRegistrationOptions({
      rpName: 'Likewell',
      rpID: id,
      userName: username,
      userDisplayName: username,
      userID: new TextEncoder().encode(String(memberId)),
      excludeCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const challenge = { hash: hashToken(options.challenge), purpose: 'add', memberId } as const;
    await this.database.transaction((tx) => insertChallenge(tx, challenge));
    return { ...options };
  }

  /**
   * Keeps a new passkey. @returns whether the recovery codes are the member's now
   * @throws AppError PASSKEYS_NOT_SET_UP, PASSKEY_NOT_PROVEN, PASSKEY_EXISTS, TOO_MANY_PASSKEYS, MEMBER_NOT_FOUND
   */
  async add({
    memberId,
    response,
    name,
    recoveryHashes,
    origin,
  }: RpcInput<typeof addPasskey>): Promise<boolean> {
    const made = await this.verify(memberId, response);
    const areCodesNew = await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      if ((await findPasskeysOf(tx, memberId)).length >= MAX_PASSKEYS)
        throw new AppError(authErrors.TOO_MANY_PASSKEYS);
      const isNew = await insertPasskey(tx, { ...made, memberId, name });
      if (!isNew) throw new AppError(authErrors.PASSKEY_EXISTS);
      return this.factors.add(tx, { memberId, method: 'passkey', origin }, recoveryHashes);
    });
    await this.factors.announce(memberId);
    return areCodesNew;
  }

  /** @throws AppError PASSKEY_NOT_FOUND, MEMBER_NOT_FOUND */
  async remove(memberId: number, passkeyId: number, origin: RequestOrigin | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      const isGone = await deletePasskey(tx, memberId, passkeyId);
      if (!isGone) throw new AppError(authErrors.PASSKEY_NOT_FOUND);
      await this.factors.remove(tx, { memberId, method: 'passkey', origin });
    });
    await this.factors.announce(memberId);
  }

  list(memberId: number): Promise<Passkey[]> {
    return findPasskeysOf(this.database.read, memberId);
  }

  private async verify(memberId: number, response: PasskeyResponse) {
    const { id, origins } = relyingPartyOf(this.config);
    const challenge = challengeOf(response) ?? '';
    const given = { hash: hashToken(challenge), purpose: 'add', memberId } as const;
    const isFresh = await this.database.transaction((tx) => takeChallenge(tx, given));
    if (!isFresh) throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new AppError(authErrors.PASSKEY_NOT_PROVEN, { cause });
    });
    if (!verified) throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
    const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId, publicKey, counter, transports };
  }
}
