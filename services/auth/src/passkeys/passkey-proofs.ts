import { authErrors } from '@likewell/contracts/auth/errors';
import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthConfig } from '../config.js';
import { hashToken } from '../sessions/session-token.js';
import {
  findPasskey,
  findPasskeysOf,
  insertChallenge,
  recordPasskeyUse,
  takeChallenge,
  type ChallengePurpose,
  type Passkey,
} from './passkeys.queries.js';
import { relyingPartyOf } from './relying-party.js';

/** Purpose of a proof, and its member; null for any member. */
export interface Wanted {
  readonly purpose: Exclude<ChallengePurpose, 'add'>;
  readonly memberId: number | null;
}

/** Requests and checks proofs by passkey. Every failure gives the same error. */
@Injectable()
export class PasskeyProofs {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * Returns the options with which a browser asks an authenticator. User verification makes a passkey two
   * factors.
   * @throws AppError PASSKEYS_NOT_SET_UP
   */
  async ask({ purpose, memberId }: Wanted): Promise<Record<string, unknown>> {
    const { id } = relyingPartyOf(this.config);
    const keys = memberId === null ? [] : await findPasskeysOf(this.database.read, memberId);
    const options = await generateAuthenticationOptions({
      rpID: id,
      userVerification: 'required',
      allowCredentials: keys.map(allowed),
    });
    const hash = hashToken(options.challenge);
    await this.database.transaction((tx) => insertChallenge(tx, { hash, purpose, memberId }));
    return { ...options };
  }

  /**
   * Returns the passkey that proved what was requested. The challenge is used up and the counter stored,
   * whatever the caller's own transaction does.
   * @throws AppError PASSKEY_NOT_PROVEN, PASSKEYS_NOT_SET_UP
   */
  async check(response: PasskeyResponse, wanted: Wanted): Promise<Passkey> {
    const challenge = challengeOf(response);
    const hash = challenge === null ? null : hashToken(challenge);
    const isFresh =
      hash !== null && (await this.database.transaction((tx) => takeChallenge(tx, { ...wanted, hash })));
    const key = isFresh ? await findPasskey(this.database.read, response.id) : null;
    const isTheirs = key !== null && (wanted.memberId === null || key.memberId === wanted.memberId);
    if (challenge === null || !isTheirs) throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
    const counter = await this.verify(response, challenge, key);
    const isOriginal = await this.database.transaction((tx) => recordPasskeyUse(tx, key.id, counter));
    if (!isOriginal) throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
    return key;
  }

  /** @returns the authenticator's counter; the table decides whether it grew */
  private async verify(response: PasskeyResponse, challenge: string, key: Passkey): Promise<number> {
    const { id, origins } = relyingPartyOf(this.config);
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: id,
        credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      if (verified) return authenticationInfo.newCounter;
    } catch (cause) {
      throw new AppError(authErrors.PASSKEY_NOT_PROVEN, { cause });
    }
    throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
  }
}

const allowed = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports });

const clientData = z.object({ challenge: z.string() });

/** Returns the challenge that a browser claims to have been given. */
export function challengeOf({ response }: PasskeyResponse): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}
