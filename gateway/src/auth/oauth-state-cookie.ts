import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';

/** Longest time that a sign-in with Google may take. */
const MAX_AGE_SECONDS = 600;
const PATH = '/api/auth/google/callback';
const SECRET_BYTES = 32;

/** Returns a secret that binds a sign-in to the browser that began it, and the hash by which auth knows it. */
export function newBrowserSecret(): { secret: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/**
 * Sets the browser's secret for the callback. Each state has a cookie of its own, so that two windows do not
 * collide.
 */
export function giveSecret(reply: FastifyReply, state: string, secret: string, isHttps: boolean): void {
  setCookie(reply, `${nameFor(state)}=${secret}; Max-Age=${MAX_AGE_SECONDS}`, isHttps);
}

/** Returns the hash of the secret that the browser presents for a state, or null. */
export function secretHash({ headers }: FastifyRequest, state: string): string | null {
  const name = nameFor(state);
  const cookies = (headers.cookie ?? '').split(/; */);
  const secret = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return secret === undefined ? null : hashOf(secret);
}

/** Deletes a state's secret, which has been used, from the browser. */
export function forgetSecret(reply: FastifyReply, state: string): void {
  setCookie(reply, `${nameFor(state)}=; Max-Age=0`, false);
}

/**
 * SameSite is Lax: the redirect from Google is a top-level navigation from another site. Other requests from
 * there carry no cookie.
 */
function setCookie(reply: FastifyReply, cookie: string, isHttps: boolean): void {
  void reply.header(
    'set-cookie',
    `${cookie}; Path=${PATH}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  );
}

/** Only the hash of the state becomes part of a cookie name, since the state comes from outside. */
const nameFor = (state: string) => `google_${hashOf(state).slice(0, 16)}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
