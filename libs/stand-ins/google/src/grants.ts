import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Account } from './accounts.js';

/** A valid authorization request (RFC 6749, 4.1.1; RFC 7636; OpenID Connect Core, 3.1.2.1). */
export const authorizationRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().regex(/(^| )openid( |$)/),
  state: z.string().min(1),
  nonce: z.string().min(1),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});
export type AuthorizationRequest = z.output<typeof authorizationRequest>;

/** Data behind a code. */
export interface Grant {
  readonly request: AuthorizationRequest;
  readonly account: Account;
}

const CODE_STANDS_MS = 60_000;
const MAX_CODES = 10_000;

/** Issued codes. Each works once, for a minute. */
export class Grants {
  private readonly byCode = new Map<string, Grant & { until: number }>();

  issue(request: AuthorizationRequest, account: Account): string {
    if (this.byCode.size >= MAX_CODES) this.byCode.clear();
    const code = randomBytes(24).toString('base64url');
    this.byCode.set(code, { request, account, until: Date.now() + CODE_STANDS_MS });
    return code;
  }

  /** Returns the grant of a code if its redirect and verifier match, else null. */
  redeem(code: string, redirectUri: string, codeVerifier: string): Grant | null {
    const grant = this.byCode.get(code);
    this.byCode.delete(code);
    if (!grant || grant.until < Date.now() || grant.request.redirect_uri !== redirectUri) return null;
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return challenge === grant.request.code_challenge ? grant : null;
  }
}
