import {
  commaSeparated,
  demandedInProduction,
  redisConfig,
  serviceConfig,
  sessionCacheConfig,
} from '@likewell/service-kit/config/config';
import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';
import { mailbox, smtpServer } from './mail/mail-config.js';

/** The site's origins, separated by commas, e.g. `https://likewell.example,https://www.likewell.example`. */
const origins = z
  .string()
  .transform((text) => text.split(',').filter((origin) => origin !== ''))
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins, such as https://likewell.example, separated by commas',
  );

const variables = serviceConfig.extend({
  ...redisConfig,
  ...sessionCacheConfig,
  /**
   * Keys that open the passwords that gateways seal: X25519, PKCS #8 (DER) in base64, separated by commas.
   * There are two while one replaces the other.
   */
  PASSWORD_OPEN_KEY: demandedInProduction(commaSeparated(z.base64())),
  /**
   * Longest time that a sign-in may wait for its turn to hash; after that it is rejected as overload. The
   * default is 2000, or 25000 where TIMEOUTS is `laptop`.
   */
  HASH_MAX_WAIT_MS: z.coerce.number().int().min(1).max(25_000).optional(),
  /** Key of the hashes of networks; the same for every replica. */
  NETWORK_SECRET: z.string().min(32),
  /**
   * Key that seals the stored secrets of authenticator apps; the same for every replica. Older keys may
   * follow after commas: they open what they sealed, and each secret is sealed with the new key when its app
   * is used.
   */
  TOTP_SECRET: commaSeparated(z.string().min(32)),
  /** Key that signs the cursors of members' security events; the same for every replica. */
  CURSOR_SECRET: z.string().min(32),
  /** Signing in with Google is off while this is empty. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  /** Google, or any other provider of OpenID Connect. */
  GOOGLE_ISSUER: secureUrl.default('https://accounts.google.com'),
  /** Longest time for one response of Google. */
  GOOGLE_TIMEOUT_MS: z.coerce.number().int().min(1).max(4000).default(3000),
  /** `on` accepts the spec's phrase with only a time; `off` requires a message with the site's name and a nonce. */
  WALLET_BARE_PHRASE: z.enum(['on', 'off']).default('on'),
  /** Origins at which browsers find the site; Google must know `{origin}/api/auth/google/callback` for each. */
  SITE_ORIGINS: origins.prefault(''),
  /** Mail server with our credentials. Without it, mails wait until they are given up. */
  SMTP_URL: demandedInProduction(smtpServer),
  /** Sender of mails, such as `Likewell <no-reply@likewell.example>`; the Message-ID of a mail uses its domain. */
  MAIL_FROM: demandedInProduction(mailbox),
  /** Longest time for handing over one mail, from connecting to the server's confirmation. */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(500).max(60_000).default(20_000),
});

/** Constants that are the same in every deployment; tests set other values. */
export const authConstants = {
  /** Argon2id with the minimum parameters of OWASP: 19 MiB, two passes, one lane. */
  passwordHash: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** Password hashes computed at once; each takes its 19 MiB, and a core for about 50 ms. */
  maxHashesAtOnce: 2,
  /** Most failed sign-ins that a replica records within an hour. */
  maxFailuresAnHour: 2000,
};
export type AuthConstants = typeof authConstants;

export const authConfig = variables
  .refine(({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) => (id === '') === (secret === ''), {
    path: ['GOOGLE_CLIENT_SECRET'],
    message: 'must be given together with GOOGLE_CLIENT_ID',
  })
  .refine(({ SMTP_URL: server, SITE_ORIGINS: site }) => server === undefined || site.length > 0, {
    path: ['SITE_ORIGINS'],
    message: 'must be given together with SMTP_URL: mails lead to the first of them',
  })
  .transform((config) => ({ ...config, ...authConstants }));
export type AuthConfig = z.output<typeof authConfig>;

/**
 * Returns the site's origin with this host (and its port, if it has one); undefined for a host that does not
 * belong to the site.
 */
export const siteOriginOf = (host: string, { SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>) =>
  SITE_ORIGINS.find((origin) => new URL(origin).host === host.toLowerCase());

/** Default origin of the site, as in `make up`. */
const ON_THIS_MACHINE = 'http://localhost:8080';

/** Returns the site's first origin, for links in mails; it never depends on a request. */
export const siteOrigin = ({ SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>): string =>
  SITE_ORIGINS[0] ?? ON_THIS_MACHINE;
