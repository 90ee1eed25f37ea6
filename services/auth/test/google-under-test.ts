import { beginGoogleSignIn, finishGoogleSignIn } from '@likewell/contracts/auth/rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { GoogleStandIn } from '@likewell/stand-in-google/provider';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { startRedis } from '@likewell/testing/test-servers';
import { createHash, randomBytes } from 'node:crypto';
import { authService } from '../src/app.module.js';
import { authSchema } from '../src/schema.js';

export const HOST = 'likewell.test';
const CALLBACK = `https://${HOST}/api/auth/google/callback`;

/** Whom somebody chooses at Google. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly isVerified?: boolean;
}

/** What comes back to the callback, and the browser that it comes back to. */
export interface Returned extends RpcInput<typeof finishGoogleSignIn> {
  readonly url: URL;
}

/** Auth with the stand-in for Google beside it, and the way of a browser through both. */
export interface GoogleUnderTest {
  readonly auth: ServiceUnderTest;
  readonly google: GoogleStandIn;
  readonly redisUrl: string;
  /** Begins in a browser of its own and comes back from Google with that person's consent, or a rejection. */
  visit(person: Person | null, referralCode?: string | null, purpose?: 'proof'): Promise<Returned>;
  /** The second half. */
  finish(returned: Returned): ReturnType<typeof finishWith>;
  stop(): Promise<void>;
}

const finishWith = (auth: ServiceUnderTest, { answer, browserHash, origin }: Returned) =>
  auth.bus.call(finishGoogleSignIn, { answer, browserHash, origin });

/** The hash of a secret that no other browser has. */
export const newBrowserHash = () => createHash('sha256').update(randomBytes(32)).digest('hex');

/** Starts both on servers of their own. */
export async function startGoogle(variables: Record<string, string> = {}): Promise<GoogleUnderTest> {
  const google = new GoogleStandIn({ id: 'likewell', secret: 'a secret', redirectUris: [CALLBACK] });
  await google.listen(0);
  const redis = await startRedis();
  const auth = await startService(authService, authSchema, {
    REDIS_URL: redis.url,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: 'likewell',
    GOOGLE_CLIENT_SECRET: 'a secret',
    GOOGLE_TIMEOUT_MS: '4000',
    SITE_ORIGINS: `https://${HOST}`,
    ...variables,
  });
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

/** Chooses on the provider's page and reads where it sends the browser. */
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
