// @ts-check
// The whole stack on one page: which processes there are, where each listens, and what each is told.
// Every port is the base port (8080) plus the number given here.

/** @typedef {import('./state/stack.mjs').Stack} Stack */

/**
 * @typedef {object} NodeProcess
 * @property {string} name
 * @property {string} folder where its dist/main.js (and dist/migrate.js, with a schema) is
 * @property {string} [schema] its schema in Postgres; roles likewell_<schema>_owner and likewell_<schema>
 * @property {number} healthPort offset of the port that answers /health/ready
 * @property {(stack: Stack) => Record<string, string>} wiring what the launcher alone decides
 * @property {Record<string, string>} settings a laptop's defaults; a variable of that name in the environment wins
 * @property {string[]} [passes] further variables handed on when the environment has them
 */

/** Servers that are not ours, in no particular order; `externalUrl` names the variable that replaces each. */
export const SERVERS = /** @type {const} */ ([
  { name: 'postgres', port: 2, externalUrl: 'DATABASE_URL' },
  { name: 'redis', port: 3, externalUrl: 'REDIS_URL' },
  { name: 'nats', port: 4, externalUrl: 'NATS_URL' },
]);

export const WEB = /** @type {const} */ ({ name: 'nginx', folder: 'web', port: 0 });
export const GATEWAY_PORT = 1;
export const DEFAULT_BASE_PORT = 8080;
/** How many ports in a row a stack reserves. */
export const PORT_COUNT = 20;

const everyNodeProcess = { LOG_LEVEL: 'info' };

/** @type {NodeProcess[]} */
export const NODE_PROCESSES = [
  {
    name: 'gateway',
    folder: 'gateway',
    healthPort: 5,
    wiring: (stack) => ({
      HOST: '127.0.0.1',
      PORT: String(stack.port(GATEWAY_PORT)),
      NATS_URL: stack.natsUrl,
      REDIS_URL: stack.redisUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    }),
    // Generous, so that a thousand sign-ups or tips a minute from one address go through on a laptop.
    settings: {
      ...everyNodeProcess,
      MAX_IN_FLIGHT: '2000',
      LIMIT_REGISTER: '6000/1m',
      LIMIT_LOGIN: '6000/1m',
      LIMIT_LOGIN_ACCOUNT: '600/1m',
      LIMIT_TIP: '12000/1m',
      LIMIT_WRITE: '6000/1m',
      LIMIT_READ: '60000/1m',
    },
  },
  {
    name: 'auth',
    folder: 'services/auth',
    schema: 'auth',
    healthPort: 6,
    wiring: serviceWiring('auth'),
    settings: { ...everyNodeProcess, HASH_MAX_WAIT_MS: '25000' },
  },
  {
    name: 'posts',
    folder: 'services/posts',
    schema: 'posts',
    healthPort: 7,
    wiring: (stack) => ({ ...serviceWiring('posts')(stack), CURSOR_SECRET: stack.secret('posts.cursor') }),
    settings: { ...everyNodeProcess, MODERATION: 'auto' },
  },
  {
    name: 'tipping-ledger',
    folder: 'services/tipping-ledger',
    schema: 'tipping_ledger',
    healthPort: 8,
    wiring: (stack) => ({
      ...serviceWiring('tipping_ledger')(stack),
      CURSOR_SECRET: stack.secret('tipping-ledger.cursor'),
    }),
    settings: { ...everyNodeProcess, EPOCH: '1d' },
  },
];

/**
 * @param {string} schema
 * @returns {(stack: Stack) => Record<string, string>}
 */
function serviceWiring(schema) {
  return (stack) => ({
    DATABASE_URL: stack.roleUrl(`likewell_${schema}`),
    NATS_URL: stack.natsUrl,
    REDIS_URL: stack.redisUrl,
  });
}
