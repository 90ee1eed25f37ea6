import { emailInput } from '@likewell/contracts/auth/credentials';
import { authErrors } from '@likewell/contracts/auth/errors';
import { PROOF_STATE, type googleResponse } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import { Inject, Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { z } from 'zod';
import type { AuthConfig } from '../config.js';

/** An account that Google vouches for. */
export interface GoogleAccount {
  /** Issuer and subject: the only identifier that never changes and is never reassigned. */
  readonly subject: string;
  readonly name: string;
  /** Address in its stored form; null unless Google has verified it. */
  readonly email: string | null;
  /** Time of the last login at Google, in seconds since 1970; null if Google does not tell it. */
  readonly authTime: number | null;
}

/** Secrets of a sign-in that are kept between its two halves. */
interface AttemptSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** Limit of OpenID Connect Core, section 2. */
const MAX_SUBJECT = 255;

const DISCOVERY_TTL_MS = 3_600_000;

/** Error codes which mean that Google responded, but its response cannot be trusted. */
const UNTRUSTWORTHY = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Error codes about the state of the authorization server rather than the person (RFC 6749, 4.1.2.1). */
const TEMPORARY = new Set(['server_error', 'temporarily_unavailable']);

/** Google as an OpenID Connect provider: the code flow with PKCE (RFC 9700, OpenID Connect Core 3.1). */
@Injectable()
export class GoogleProvider {
  private discovered: { client: Promise<oidc.Configuration>; until: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the address at Google to send a browser to, and the secrets to check its response with.
   * @param isProof makes Google ask the person to log in again, and marks the state as a proof's
   * @throws AppError
   */
  async begin(
    redirectUri: string,
    isProof = false,
  ): Promise<AttemptSecrets & { url: string; state: string }> {
    const client = await this.client();
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [(isProof ? PROOF_STATE : '') + oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      prompt: 'select_account',
      ...(isProof && { max_age: '0' }),
    });
    return { url: url.href, state, nonce, codeVerifier, redirectUri };
  }

  /**
   * Exchanges the code and checks the ID token: issuer, audience, nonce, expiry and signature.
   * @throws AppError GOOGLE_CANCELLED, GOOGLE_REFUSED, GOOGLE_UNAVAILABLE, GOOGLE_NOT_SET_UP
   */
  async identify(answer: z.output<typeof googleResponse>, secrets: AttemptSecrets): Promise<GoogleAccount> {
    if (answer.error === 'access_denied') throw new AppError(authErrors.GOOGLE_CANCELLED);
    const client = await this.client();
    const address = new URL(secrets.redirectUri);
    for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
    try {
      const tokens = await oidc.authorizationCodeGrant(client, address, {
        expectedState: answer.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      });
      return accountOf(tokens.claims());
    } catch (error) {
      throw this.explain(error);
    }
  }

  private client(): Promise<oidc.Configuration> {
    if (this.config.GOOGLE_CLIENT_ID === '') throw new AppError(authErrors.GOOGLE_NOT_SET_UP);
    if (this.discovered && this.discovered.until > Date.now()) return this.discovered.client;
    const client = this.discover();
    const discovered = { client, until: Date.now() + DISCOVERY_TTL_MS };
    this.discovered = discovered;
    client.catch(() => {
      if (this.discovered === discovered) this.discovered = null;
    });
    return client;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_TIMEOUT_MS } = this.config;
    // The configuration ensures that only a stand-in on this machine works without TLS.
    const insecure = GOOGLE_ISSUER.startsWith('http:') ? [allowInsecureRequests] : [];
    try {
      return await oidc.discovery(
        new URL(GOOGLE_ISSUER),
        GOOGLE_CLIENT_ID,
        undefined,
        oidc.ClientSecretPost(GOOGLE_CLIENT_SECRET),
        {
          [oidc.customFetch]: boundedFetch(GOOGLE_TIMEOUT_MS),
          // In the code flow, TLS may replace the check of the signature; here the signature is checked as
          // well.
          execute: [oidc.enableNonRepudiationChecks, ...insecure],
        },
      );
    } catch (error) {
      throw this.explain(error, authErrors.GOOGLE_UNAVAILABLE);
    }
  }

  /** Logs only the error's code, because the rest may contain tokens. */
  private explain(error: unknown, known?: ErrorDefinition): AppError {
    if (error instanceof AppError) return error;
    const { code = '', error: oauthError = '' } = error as { code?: string; error?: string };
    this.logger.warn(
      { reason: oauthError || code || (error as Error).name },
      'signing in with google failed',
    );
    const isRejection =
      UNTRUSTWORTHY.has(code) ||
      oauthError === 'invalid_grant' ||
      (error instanceof oidc.AuthorizationResponseError && !TEMPORARY.has(oauthError));
    return new AppError(known ?? (isRejection ? authErrors.GOOGLE_REFUSED : authErrors.GOOGLE_UNAVAILABLE));
  }
}

// oxlint-disable-next-line typescript/no-deprecated -- it is deprecated only to stand out
const allowInsecureRequests = oidc.allowInsecureRequests;

/** @throws AppError GOOGLE_REFUSED for a token that names nobody */
function accountOf(claims: oidc.IDToken | undefined): GoogleAccount {
  if (!claims?.sub || claims.sub.length > MAX_SUBJECT) throw new AppError(authErrors.GOOGLE_REFUSED);
  const email = emailInput.safeParse(claims.email);
  return {
    subject: `${claims.iss} ${claims.sub}`,
    name: typeof claims.name === 'string' ? claims.name.slice(0, 200) : '',
    authTime: typeof claims.auth_time === 'number' ? claims.auth_time : null,
    email: claims.email_verified === true && email.success ? email.data.toLowerCase() : null,
  };
}
