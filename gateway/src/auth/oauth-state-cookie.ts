import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';

/** As long as a sign-in with Google may take. */
const MAX_AGE_SECONDS = 600;
const PATH = '/api/auth/google/callback';
const SECRET_BYTES = 32;

/** A secret that binds a sign-in to the browser that began it, and the hash by which auth knows it. */
export function newBrowserSecret(): { secret: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** Gives the browser its secret for the callback. Each state has a cookie of its own, so that two windows do not collide. */
export function giveSecret(reply: FastifyReply, state: string, secret: string, isHttps: boolean): void {
  setCookie(reply, `${nameFor(state)}=${secret}; Max-Age=${MAX_AGE_SECONDS}`, isHttps);
}

/** The hash of the secret that the browser brings back for a state, or null. */
export function secretHash({ headers }: FastifyRequest, state: string): string | null {
  const name = nameFor(state);
  const cookies = (headers.cookie ?? '').split(/; */);
  const secret = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return secret === undefined ? null : hashOf(secret);
}

/** Has the browser forget a state's secret, which has served. */
export function forgetSecret(reply: FastifyReply, state: string): void {
  setCookie(reply, `${nameFor(state)}=; Max-Age=0`, false);
}

/** Lax: the way back from Google is a top-level navigation from another site, and nothing else may bring it. */
function setCookie(reply: FastifyReply, cookie: string, isHttps: boolean): void {
  void reply.header(
    'set-cookie',
    `${cookie}; Path=${PATH}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  );
}

/** The state comes from outside: only its hash may become part of a name. */
const nameFor = (state: string) => `google_${hashOf(state).slice(0, 16)}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
