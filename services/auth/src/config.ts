import {
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
  /** Opens the passwords that gateways seal: an X25519 key, PKCS #8 (DER) in base64. */
  PASSWORD_OPEN_KEY: demandedInProduction(z.base64()),
  /** Password hashes computed at once; each takes 19 MiB and a core for about 50 ms. */
  HASH_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** How long a sign-in may wait for its turn to hash before it is rejected as overload. */
  HASH_MAX_WAIT_MS: z.coerce.number().int().min(1).max(25_000).default(2000),
  /** The key of the hashes that networks are kept as; every replica has the same. */
  NETWORK_SECRET: z.string().min(32),
  /** The key that the secrets of apps for codes are sealed with where they are kept; every replica has the same. */
  TOTP_SECRET: z.string().min(32),
  /** Signs the cursors of members' security events; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** How many failed sign-ins a replica records within an hour, at most. */
  FAILURES_AN_HOUR: z.coerce.number().int().min(1).default(2000),
  /** Signing in with Google is off while this is empty. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  /** Google's, or any other that speaks OpenID Connect. */
  GOOGLE_ISSUER: secureUrl.default('https://accounts.google.com'),
  /** How long Google may take over one response. */
  GOOGLE_TIMEOUT_MS: z.coerce.number().int().min(1).max(4000).default(3000),
  /** `on` accepts the spec's phrase with a time alone; `off` wants a message that names the site and has a nonce. */
  WALLET_BARE_PHRASE: z.enum(['on', 'off']).default('on'),
  /** Where browsers find the site; Google must know `{origin}/api/auth/google/callback` of each. */
  SITE_ORIGINS: origins.prefault(''),
  /** The server that takes our mails, and who we are to it; without it mails wait until they are given up. */
  SMTP_URL: demandedInProduction(smtpServer),
  /** Who mails are from, such as `Likewell <no-reply@likewell.example>`; a mail's Message-ID has its domain. */
  MAIL_FROM: demandedInProduction(mailbox),
  /** How long the server may take over one mail, from connecting to its word that it has it. */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(500).max(60_000).default(20_000),
});

/** Auth's variables. */
export const authConfig = variables
  .refine(({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) => (id === '') === (secret === ''), {
    path: ['GOOGLE_CLIENT_SECRET'],
    message: 'must be given together with GOOGLE_CLIENT_ID',
  })
  .refine(({ SMTP_URL: server, SITE_ORIGINS: site }) => server === undefined || site.length > 0, {
    path: ['SITE_ORIGINS'],
    message: 'must be given together with SMTP_URL: mails lead to the first of them',
  });
export type AuthConfig = z.output<typeof authConfig>;

/** The site's origin that has this host, with its port if it names one; undefined for a host that is none of the site's. */
export const siteOriginOf = (host: string, { SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>) =>
  SITE_ORIGINS.find((origin) => new URL(origin).host === host.toLowerCase());

/** Where the site is when nobody has said it, as `make up` has it. */
const ON_THIS_MACHINE = 'http://localhost:8080';

/** The site's first origin, for links that are sent; never what a request names. */
export const siteOrigin = ({ SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>): string =>
  SITE_ORIGINS[0] ?? ON_THIS_MACHINE;
