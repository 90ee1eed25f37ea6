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
import {
  findPasskey,
  findPasskeysOf,
  insertChallenge,
  recordPasskeyUse,
  takeChallenge,
  type Asked,
  type Passkey,
} from './passkeys.queries.js';
import { relyingPartyOf } from './relying-party.js';

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
  async ask(asked: Asked): Promise<Record<string, unknown>> {
    const { id } = relyingPartyOf(this.config);
    const { memberId } = asked;
    const keys = memberId === null ? [] : await findPasskeysOf(this.database.read, memberId);
    const options = await generateAuthenticationOptions({
      rpID: id,
      userVerification: 'required',
      allowCredentials: keys.map(descriptorOf),
    });
    await this.database.transaction((tx) => insertChallenge(tx, options.challenge, asked));
    return { ...options };
  }

  /**
   * Returns the passkey that proved what was requested. The challenge is used up and the counter stored,
   * whatever the caller's own transaction does.
   * @throws AppError PASSKEY_NOT_PROVEN, PASSKEYS_NOT_SET_UP
   */
  async check(response: PasskeyResponse, asked: Asked): Promise<Passkey> {
    const challenge = await spendChallenge(this.database, response, asked);
    const key = await findPasskey(this.database.read, response.id);
    const isTheirs = key !== null && (asked.memberId === null || key.memberId === asked.memberId);
    if (!isTheirs) return notProven();
    const counter = await this.verify(response, challenge, key);
    const isOriginal = await this.database.transaction((tx) => recordPasskeyUse(tx, key.id, counter));
    return isOriginal ? key : notProven();
  }

  /** @returns the authenticator's counter; the table decides whether it grew */
  private async verify(response: PasskeyResponse, challenge: string, key: Passkey): Promise<number> {
    const { id, origins } = relyingPartyOf(this.config);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
      requireUserVerification: true,
    }).catch(notProven);
    return verified ? authenticationInfo.newCounter : notProven();
  }
}

/** Returns what tells an authenticator which passkey is meant (WebAuthn, PublicKeyCredentialDescriptor). */
export const descriptorOf = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports });

const clientData = z.object({ challenge: z.string() });

/** Uses up the challenge that a response answers, and returns it. @throws AppError PASSKEY_NOT_PROVEN */
export async function spendChallenge(
  database: Database,
  response: PasskeyResponse,
  asked: Asked,
): Promise<string> {
  const challenge = challengeOf(response);
  const isFresh = await database.transaction((tx) => takeChallenge(tx, challenge, asked));
  return isFresh ? challenge : notProven();
}

/** Returns the challenge that a browser claims to have been given. */
function challengeOf({ response }: PasskeyResponse): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
    return clientData.parse(JSON.parse(text)).challenge;
  } catch (cause) {
    return notProven(cause);
  }
}

/** @throws AppError PASSKEY_NOT_PROVEN */
export function notProven(cause?: unknown): never {
  throw new AppError(authErrors.PASSKEY_NOT_PROVEN, { cause });
}
