import { authErrors } from '@likewell/contracts/auth/errors';
import type { addPasskey, removePasskey } from '@likewell/contracts/auth/keys-rpc';
import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthConfig } from '../config.js';
import { getMember } from '../members/active-member.js';
import { SecondFactorsService } from '../second-factors/second-factors.service.js';
import { descriptorOf, notProven, spendChallenge } from './passkey-proofs.js';
import {
  deletePasskey,
  findPasskeysOf,
  insertChallenge,
  insertPasskey,
  type Passkey,
} from './passkeys.queries.js';
import { relyingPartyOf } from './relying-party.js';
import { withoutAttestation } from './without-attestation.js';

const MAX_PASSKEYS = 10;

/** Members' passkeys (WebAuthn, level 3). */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorsService,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * Returns the options with which a browser asks an authenticator for a new passkey.
   * @throws AppError PASSKEYS_NOT_SET_UP, TOO_MANY_PASSKEYS, MEMBER_NOT_FOUND
   */
  async begin(memberId: number): Promise<Record<string, unknown>> {
    const { id } = relyingPartyOf(this.config);
    const { username } = await getMember(this.database.read, memberId);
    const keys = await this.list(memberId);
    if (keys.length >= MAX_PASSKEYS) throw new AppError(authErrors.TOO_MANY_PASSKEYS);
    const options = await generateRegistrationOptions({
      rpName: 'Likewell',
      rpID: id,
      userName: username,
      userDisplayName: username,
      userID: new TextEncoder().encode(String(memberId)),
      excludeCredentials: keys.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { challenge } = options;
    await this.database.transaction((tx) => insertChallenge(tx, challenge, { purpose: 'add', memberId }));
    return { ...options };
  }

  /**
   * Stores a new passkey.
   * @returns the number of the set that the given recovery codes now are; null if the member has codes already
   * @throws AppError PASSKEYS_NOT_SET_UP, PASSKEY_NOT_PROVEN, PASSKEY_EXISTS, TOO_MANY_PASSKEYS,
   *   MEMBER_NOT_FOUND
   */
  async add({
    memberId,
    tokenHash,
    response,
    name,
    recoveryHashes,
    origin,
  }: RpcInput<typeof addPasskey>): Promise<number | null> {
    const made = await this.verify(memberId, response);
    const adding = { memberId, tokenHash, method: 'passkey', origin } as const;
    return this.factors.add(adding, recoveryHashes, async (tx) => {
      if ((await findPasskeysOf(tx, memberId)).length >= MAX_PASSKEYS)
        throw new AppError(authErrors.TOO_MANY_PASSKEYS);
      const isNew = await insertPasskey(tx, { ...made, memberId, name });
      if (!isNew) throw new AppError(authErrors.PASSKEY_EXISTS);
    });
  }

  /** @throws AppError PASSKEY_NOT_FOUND, MEMBER_NOT_FOUND */
  async remove({ memberId, passkeyId, tokenHash, origin }: RpcInput<typeof removePasskey>): Promise<void> {
    await this.factors.remove({ memberId, method: 'passkey', origin, tokenHash }, async (tx) => {
      const isGone = await deletePasskey(tx, memberId, passkeyId);
      if (!isGone) throw new AppError(authErrors.PASSKEY_NOT_FOUND);
      return isGone;
    });
  }

  list(memberId: number): Promise<Passkey[]> {
    return findPasskeysOf(this.database.read, memberId);
  }

  private async verify(memberId: number, response: PasskeyResponse) {
    const { id: rpId, origins } = relyingPartyOf(this.config);
    const expectedChallenge = await spendChallenge(this.database, response, { purpose: 'add', memberId });
    const verify = async () =>
      verifyRegistrationResponse({
        response: withoutAttestation(response),
        expectedChallenge,
        expectedOrigin: [...origins],
        expectedRPID: rpId,
        requireUserVerification: true,
      });
    const made = await verify().catch(notProven);
    if (!made.verified) return notProven();
    const { id: credentialId, publicKey, counter, transports = [] } = made.registrationInfo.credential;
    return { credentialId, publicKey, counter, transports };
  }
}
