// @ts-check

/** @type {import('../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'gateway',
  healthPort: 5,
  ports: [1],
  uses: ['bus', 'cache'],
  // It counts, and reads the sessions that auth writes.
  cacheRules: ['~limit:*', '%R~session:*', '+get', '+mget', '+set', '+eval', '+evalsha', '+time'],
  secrets: {
    ACTOR_SEED: 'actor/seed',
    PASSWORD_SEAL_KEY: 'auth.passwords/seal',
    SESSION_CACHE_SECRET: 'session-cache',
  },
  wiring: (stack) => ({
    SESSION_CACHE_SECRET: stack.secret('session-cache'),
    HOST: '127.0.0.1',
    PORT: String(stack.port(1)),
    TRUSTED_PROXIES: '127.0.0.1',
  }),
  settings: { LIMITS: 'laptop' },
  passes: ['MAX_IN_FLIGHT', 'MAX_TIPS_*', 'MAX_TIP_WAIT_MS', 'GATEWAY_WORKERS', 'LIMIT_*'],
};
