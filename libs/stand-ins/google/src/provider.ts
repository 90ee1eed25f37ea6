import { sendHttpFault } from '@likewell/stand-in-kit/http-fault';
import { readText } from '@likewell/stand-in-kit/read-body';
import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { subjectOf } from './accounts.js';
import type { Endpoint, Faults } from './faults.js';
import { authorizationRequest, Grants, type AuthorizationRequest, type Grant } from './grants.js';
import { choicePage, problemPage } from './page.js';
import { newSigningKey } from './signing-key.js';

/** The one client that this provider knows. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** The only allowed redirect addresses; they must match exactly. */
  readonly redirectUris: readonly string[];
}

const MAX_BODY_BYTES = 16 * 1024;
const TOKEN_STANDS_S = 3600;

const decision = z.object({
  name: z.string().max(100).default(''),
  email: z.string().max(200).default(''),
  verified: z.literal('yes').optional(),
  cancel: z.literal('yes').optional(),
});

interface Names {
  readonly issuer?: string | undefined;
  /** URL for browsers. */
  readonly publicUrl?: string | undefined;
}

/**
 * An OpenID Connect provider on this machine: discovery, keys, a page to choose an account, and tokens, with
 * the checks that Google makes (client, redirect, PKCE, a code works once).
 */
export class GoogleStandIn extends StandInServer {
  faults: Faults = {};
  private readonly key = newSigningKey();
  private readonly forger = newSigningKey(String(this.key.jwk.kid));
  private readonly grants = new Grants();

  /** @param names addresses under which others reach it, if not the loopback */
  constructor(
    private readonly client: Client,
    private readonly names: Names = {},
  ) {
    super();
  }

  get issuer(): string {
    return this.names.issuer ?? this.origin;
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration': {
        this.respond(response, 'discovery', 200, this.metadata());
        return;
      }
      case 'GET /keys': {
        this.respond(response, 'keys', 200, { keys: [this.key.jwk] });
        return;
      }
      case 'GET /authorize': {
        this.ask(url.searchParams, response);
        return;
      }
      case 'POST /authorize': {
        this.decide(await readForm(request), response);
        return;
      }
      case 'POST /token': {
        const [status, body] = this.exchange(await readForm(request));
        this.respond(response, 'token', status, body);
        return;
      }
      default: {
        sendPage(response, 404, problemPage('There is nothing at this address.'));
        return;
      }
    }
  }

  private metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.names.publicUrl ?? this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private ask(parameters: URLSearchParams, response: ServerResponse): void {
    const request = this.check(parameters);
    if (typeof request === 'string') sendPage(response, 400, problemPage(request));
    else sendPage(response, 200, choicePage(request));
  }

  private decide(form: URLSearchParams, response: ServerResponse): void {
    const request = this.check(form);
    const choice = decision.safeParse(Object.fromEntries(form));
    if (typeof request === 'string' || !choice.success) {
      sendPage(response, 400, problemPage(typeof request === 'string' ? request : 'Choose an account.'));
      return;
    }
    const { name, email, verified, cancel } = choice.data;
    const target = new URL(request.redirect_uri);
    target.searchParams.set('state', request.state);
    if (cancel) target.searchParams.set('error', 'access_denied');
    else {
      const account = { name, email, isVerified: verified !== undefined };
      target.searchParams.set('code', this.grants.issue(request, account));
    }
    response.writeHead(303, { location: target.href, 'cache-control': 'no-store' }).end();
  }

  /** Returns the valid request, or a sentence that says what is wrong with it. */
  private check(parameters: URLSearchParams): AuthorizationRequest | string {
    const request = authorizationRequest.safeParse(Object.fromEntries(parameters));
    if (!request.success) return `The request is not whole: ${z.prettifyError(request.error)}`;
    if (request.data.client_id !== this.client.id) return 'Nobody knows this client.';
    if (!this.client.redirectUris.includes(request.data.redirect_uri))
      return `${request.data.redirect_uri} is not among the addresses of this client.`;
    return request.data;
  }

  private exchange(form: URLSearchParams): [number, object] {
    const value = (name: string) => form.get(name) ?? '';
    if (value('client_id') !== this.client.id || value('client_secret') !== this.client.secret)
      return [401, { error: 'invalid_client' }];
    if (value('grant_type') !== 'authorization_code') return [400, { error: 'unsupported_grant_type' }];
    const grant = this.grants.redeem(value('code'), value('redirect_uri'), value('code_verifier'));
    return grant ? [200, this.tokens(grant)] : [400, { error: 'invalid_grant' }];
  }

  private tokens({ request, account }: Grant) {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.client.id,
      azp: this.client.id,
      sub: subjectOf(account),
      email: account.email,
      email_verified: account.isVerified,
      name: account.name,
      nonce: request.nonce,
      iat: now,
      exp: now + TOKEN_STANDS_S,
    };
    const key = this.faults.forged ? this.forger : this.key;
    return {
      access_token: randomBytes(32).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_STANDS_S,
      scope: 'openid email profile',
      id_token: key.sign(this.faults.claims?.(claims) ?? claims),
    };
  }

  /** Sends JSON, unless a test has set a fault for this endpoint. */
  private respond(response: ServerResponse, endpoint: Endpoint, status: number, body: object): void {
    const json = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    const fault = this.faults.endpoint?.[endpoint];
    if (fault === undefined) response.writeHead(status, json).end(JSON.stringify(body));
    else if (fault === 'error') response.writeHead(500, json).end('{}');
    else sendHttpFault(response, fault, `${this.issuer}/.well-known/openid-configuration`);
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const text = await readText(request, MAX_BODY_BYTES);
  if (text === undefined) throw new Error('this form is too long');
  return new URLSearchParams(text);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(html);
}
