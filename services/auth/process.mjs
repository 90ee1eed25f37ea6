// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'auth',
  schema: 'auth',
  healthPort: 6,
  uses: ['bus', 'cache', 'outside'],
  cacheRules: ['~session:*', '+set'],
  secrets: {
    ACTOR_PUBLIC_KEYS: 'actor/public',
    PASSWORD_OPEN_KEY: 'auth.passwords/open',
    SESSION_CACHE_SECRET: 'session-cache',
    GOOGLE_CLIENT_SECRET: 'google.client',
    NETWORK_SECRET: 'auth.networks',
    CURSOR_SECRET: 'auth.cursor',
    TOTP_SECRET: 'auth.totp',
  },
  wiring: (stack, shared) => ({
    SESSION_CACHE_SECRET: stack.secret('session-cache'),
    SITE_ORIGINS: shared.siteOrigins(stack),
    NETWORK_SECRET: stack.secret('auth.networks'),
    CURSOR_SECRET: stack.secret('auth.cursor'),
    TOTP_SECRET: stack.secret('auth.totp'),
    ...googleWiring(stack, shared),
    ...mailWiring(stack, shared),
  }),
  passes: [
    'HASH_MAX_WAIT_MS',
    ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'SITE_ORIGINS', 'WALLET_BARE_PHRASE'],
    ...['SMTP_URL', 'MAIL_FROM', 'SMTP_TIMEOUT_MS'],
  ],
};

/**
 * Google itself where somebody has given its client, the stand-in otherwise.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function googleWiring(stack, { urlOf }) {
  if (stack.env.GOOGLE_CLIENT_ID) return {};
  return {
    GOOGLE_ISSUER: urlOf(stack, 'google-stand-in'),
    GOOGLE_CLIENT_ID: 'likewell-on-this-machine',
    GOOGLE_CLIENT_SECRET: stack.secret('google-stand-in.client'),
  };
}

/**
 * The mail server that somebody has given, the stand-in otherwise.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function mailWiring(stack, { urlOf }) {
  if (stack.env.SMTP_URL) return {};
  return {
    SMTP_URL: urlOf(stack, 'smtp-stand-in').replace('http:', 'smtp:'),
    MAIL_FROM: stack.env.MAIL_FROM || 'Likewell <no-reply@likewell.localhost>',
  };
}
