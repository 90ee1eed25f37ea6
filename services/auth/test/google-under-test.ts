import type { Origin } from '@likewell/contracts/auth/origin';
import { beginGoogleSignIn, finishGoogleSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { GoogleStandIn } from '@likewell/stand-in-google/provider';
import { freePort } from '@likewell/testing/spawn-server';
import { startRedis } from '@likewell/testing/test-servers';
import { createHash, randomBytes } from 'node:crypto';
import type { AuthConstants } from '../src/config.js';
import { startAuth, type AuthService } from './start-auth.js';

export const HOST = 'likewell.test';
const CALLBACK = `https://${HOST}/api/auth/google/callback`;

/** The person chosen on Google's page. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly isVerified?: boolean;
}

/** The data that comes back to the callback, and the browser that brings it. */
export interface Returned extends Pick<RpcInput<typeof finishGoogleSignIn>, 'answer' | 'browserHash'> {
  readonly origin?: Origin | undefined;
  readonly url: URL;
}

/** Auth with a stand-in for Google, and a browser's way through both. */
export interface GoogleUnderTest {
  readonly auth: AuthService;
  readonly google: GoogleStandIn;
  readonly redisUrl: string;
  /** Begins in a new browser and comes back from Google with that person's consent, or with a rejection. */
  visit(person: Person | null, referralCode?: string | null, purpose?: 'proof'): Promise<Returned>;
  /** Runs the second half. */
  finish(returned: Returned): ReturnType<typeof finishWith>;
  stop(): Promise<void>;
}

const finishWith = (auth: AuthService, { answer, browserHash, origin }: Returned) =>
  auth.bus.begin(finishGoogleSignIn, { answer, browserHash, origin });

/** Returns the hash of a secret that no other browser has. */
export const newBrowserHash = () => createHash('sha256').update(randomBytes(32)).digest('hex');

/** Starts auth and the stand-in on servers of their own. */
export async function startGoogle(
  variables: Record<string, string> = {},
  constants: Partial<AuthConstants> = {},
): Promise<GoogleUnderTest> {
  const google = new GoogleStandIn({ id: 'likewell', secret: 'a secret', redirectUris: [CALLBACK] });
  // A port that nothing else takes while a test has closed it.
  await google.listen(await freePort());
  const redis = await startRedis();
  const settings = {
    REDIS_URL: redis.url,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: 'likewell',
    GOOGLE_CLIENT_SECRET: 'a secret',
    GOOGLE_TIMEOUT_MS: '4000',
    SITE_ORIGINS: `https://${HOST}`,
    ...variables,
  };
  const auth = await startAuth(settings, constants);
  return {
    auth,
    google,
    redisUrl: redis.url,
    async visit(person, referralCode = null, purpose) {
      const browserHash = newBrowserHash();
      const begin = { host: HOST, browserHash, referralCode, ...(purpose && { purpose }) };
      const { url } = await auth.bus.call(beginGoogleSignIn, begin);
      return { answer: await consent(new URL(url), person), browserHash, url: new URL(url) };
    },
    finish: (returned) => finishWith(auth, returned),
    async stop() {
      await auth.stop();
      await Promise.all([redis.remove(), google.close()]);
    },
  };
}

/** Makes the choice on the provider's page, and reads where it sends the browser. */
async function consent(url: URL, person: Person | null): Promise<Returned['answer']> {
  const form = new URLSearchParams(url.search);
  if (person === null) form.set('cancel', 'yes');
  else {
    form.set('name', person.name);
    form.set('email', person.email);
    if (person.isVerified ?? true) form.set('verified', 'yes');
  }
  const response = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  expect(target.origin + target.pathname).toBe(CALLBACK);
  return Object.fromEntries(target.searchParams) as Returned['answer'];
}
