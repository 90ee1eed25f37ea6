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
  },
  wiring: (stack, shared) => ({
    SESSION_CACHE_SECRET: stack.secret('session-cache'),
    SITE_ORIGINS: shared.siteOrigins(stack),
    NETWORK_SECRET: stack.secret('auth.networks'),
    CURSOR_SECRET: stack.secret('auth.cursor'),
    ...googleWiring(stack, shared),
  }),
  settings: { HASH_MAX_WAIT_MS: '25000' },
  passes: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'SITE_ORIGINS', 'WALLET_BARE_PHRASE'],
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
