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
 * @property {number[]} [ports] offsets of the other ports it listens on
 * @property {(stack: Stack) => Record<string, string>} wiring what the launcher alone decides
 * @property {Record<string, string>} settings a laptop's defaults; a variable of that name in the environment wins
 * @property {string[]} [passes] further variables handed on when the environment has them
 * @property {string} [externalUrl] the variable that names what it stands for: with it, this process is not started
 */

/** Servers that are not ours, in no particular order; `externalUrl` names the variable that replaces each. */
export const SERVERS = /** @type {const} */ ([
  { name: 'postgres', port: 2, externalUrl: 'DATABASE_URL' },
  { name: 'redis', port: 3, externalUrl: 'REDIS_URL' },
  { name: 'nats', port: 4, externalUrl: 'NATS_URL' },
]);

/** Writes down what Postgres commits, elsewhere and before it is acknowledged, where WAL_TO says where to. */
export const WAL_RECEIVER = /** @type {const} */ ({ name: 'wal-receiver' });

export const WEB = /** @type {const} */ ({ name: 'nginx', folder: 'web', port: 0 });
export const GATEWAY_PORT = 1;
const GOOGLE_PORT = 9;
const PRICES_PORT = 15;
const OPENAI_PORT = 14;
const BITCOIN_PORT = 16;
export const DEFAULT_BASE_PORT = 8080;
/** JSON-RPC where every Solana tool looks for it on the main stack, 8899; the websocket is on the next port. */
const SOLANA_PORT = 819;
/** How many ports in a row a stack reserves. */
export const PORT_COUNT = 20;
/** And those beyond that row. */
export const FAR_PORTS = [SOLANA_PORT, SOLANA_PORT + 1, SOLANA_PORT + 2];

const everyNodeProcess = { LOG_LEVEL: 'info', TIMEOUTS: 'laptop' };
const GOOGLE_STAND_IN_CLIENT = 'likewell-on-this-machine';
/** The local Solana's mint and receiving wallet, the same on every machine (its `keys.ts`; a test there compares). */
export const LOCAL_CHAIN = {
  LIKE_MINT: 'HPAjiGhkfN2fqtHD77NJVfqG8PHENTLY9pE9EWhDYWPC',
  RECEIVING_WALLET: 'BikyqqeiWak6ngQYucy8w42vGHgAerLfgbLrA8LvSLUn',
};

const limit = (/** @type {string} */ name) => `LIMIT_${name}`;

/** @type {NodeProcess[]} */
export const NODE_PROCESSES = [
  {
    name: 'gateway',
    folder: 'gateway',
    healthPort: 5,
    ports: [GATEWAY_PORT],
    wiring: (stack) => ({
      HOST: '127.0.0.1',
      PORT: String(stack.port(GATEWAY_PORT)),
      NATS_URL: stack.natsUrl,
      REDIS_URL: stack.redisUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    }),
    settings: { ...everyNodeProcess, LIMITS: 'laptop' },
    passes: [
      'MAX_IN_FLIGHT',
      ...['REGISTER', 'LOGIN', 'LOGIN_ACCOUNT', 'PASSWORD', 'PHOTO', 'TIP', 'DEPOSIT'].map(limit),
      ...['WRITE', 'READ', 'PICTURE', 'DRAFT', 'CHECK', 'PROOF'].map(limit),
    ],
  },
  {
    name: 'auth',
    folder: 'services/auth',
    schema: 'auth',
    healthPort: 6,
    wiring: (stack) => ({ ...serviceWiring('auth')(stack), ...googleWiring(stack) }),
    settings: { ...everyNodeProcess, HASH_MAX_WAIT_MS: '25000' },
    passes: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'SITE_ORIGINS'],
  },
  {
    name: 'posts',
    folder: 'services/posts',
    schema: 'posts',
    healthPort: 7,
    wiring: (stack) => ({
      ...serviceWiring('posts')(stack),
      ...moderationWiring(stack),
      CURSOR_SECRET: stack.secret('posts.cursor'),
    }),
    settings: { ...everyNodeProcess, MODERATION: 'auto' },
    passes: ['BLOCKED_WORDS_FILE', 'MODERATION_MODEL', 'MODERATION_TIMEOUT_MS'],
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
  {
    name: 'ai-drafting',
    folder: 'services/ai-drafting',
    schema: 'ai_drafting',
    healthPort: 12,
    wiring: (stack) => ({
      DATABASE_URL: stack.roleUrl('likewell_ai_drafting'),
      NATS_URL: stack.natsUrl,
      ...openAiWiring(stack),
    }),
    settings: everyNodeProcess,
    passes: [
      'OPENAI_API_KEY',
      'OPENAI_BASE_URL',
      'OPENAI_MODEL',
      'AI_DAILY_BUDGET_USD',
      'AI_INPUT_USD_PER_MILLION',
      'AI_OUTPUT_USD_PER_MILLION',
    ],
  },
  {
    name: 'wallet-chain-watcher',
    folder: 'services/wallet-chain-watcher',
    schema: 'wallet_chain_watcher',
    healthPort: 11,
    wiring: (stack) => ({
      ...serviceWiring('wallet_chain_watcher')(stack),
      ...watcherWiring(stack),
      ...priceWiring(stack),
    }),
    settings: { ...everyNodeProcess },
    passes: [
      ...['SOLANA_PUBLIC_RPC_URL', 'DEPOSIT_POLL_MS', 'SCAN_INTERVAL_MS'],
      ...['PRICE_API_URL', 'PRICE_API_KEY', 'PRICE_HISTORY_URL', 'PRICE_HISTORY_KEY'],
    ],
  },
  {
    name: 'google-stand-in',
    folder: 'libs/stand-ins/google',
    healthPort: 10,
    ports: [GOOGLE_PORT],
    wiring: (stack) => ({
      PORT: String(stack.port(GOOGLE_PORT)),
      CLIENT_ID: GOOGLE_STAND_IN_CLIENT,
      CLIENT_SECRET: stack.secret('google-stand-in.client'),
      REDIRECT_URIS: siteOrigins(stack)
        .split(',')
        .map((origin) => `${origin}/api/auth/google/callback`)
        .join(','),
    }),
    settings: everyNodeProcess,
  },
  {
    name: 'solana-stand-in',
    folder: 'libs/stand-ins/solana',
    healthPort: SOLANA_PORT + 2,
    ports: [SOLANA_PORT, SOLANA_PORT + 1],
    externalUrl: 'SOLANA_RPC_URLS',
    wiring: (stack) => ({
      PORT: String(stack.port(SOLANA_PORT)),
      DATA_FOLDER: `${stack.state}/solana`,
    }),
    // Final after 32 slots: two and a half seconds.
    settings: { ...everyNodeProcess, SOLANA_SLOT_MS: '80' },
  },
  {
    name: 'price-stand-in',
    folder: 'libs/stand-ins/prices',
    healthPort: 18,
    ports: [PRICES_PORT],
    externalUrl: 'PRICE_API_URL',
    wiring: (stack) => ({ PORT: String(stack.port(PRICES_PORT)) }),
    settings: everyNodeProcess,
  },
  {
    name: 'openai-stand-in',
    folder: 'libs/stand-ins/openai',
    healthPort: 17,
    ports: [OPENAI_PORT],
    wiring: (stack) => ({
      PORT: String(stack.port(OPENAI_PORT)),
      API_KEY: stack.secret('openai-stand-in.key'),
    }),
    settings: { ...everyNodeProcess, THINKING_MS: '600' },
  },
  {
    name: 'giveaway',
    folder: 'services/giveaway',
    schema: 'giveaway',
    healthPort: 13,
    wiring: (stack) => ({
      ...serviceWiring('giveaway')(stack),
      CURSOR_SECRET: stack.secret('giveaway.cursor'),
      // Real blocks where somebody asks for them, the stand-in's otherwise.
      BITCOIN_SOURCES: stack.env.BITCOIN_SOURCES || `http://127.0.0.1:${stack.port(BITCOIN_PORT)}`,
    }),
    settings: everyNodeProcess,
    passes: ['BITCOIN_SOURCES'],
  },
  {
    name: 'bitcoin-stand-in',
    folder: 'libs/stand-ins/bitcoin',
    healthPort: 19,
    ports: [BITCOIN_PORT],
    wiring: (stack) => ({ PORT: String(stack.port(BITCOIN_PORT)) }),
    settings: { ...everyNodeProcess, BLOCK_SECONDS: '150' },
  },
];

/** What points the whole system at devnet or mainnet, all three together. */
export const CHAIN_VARIABLES = ['SOLANA_RPC_URLS', 'LIKE_MINT', 'RECEIVING_WALLET'];

/**
 * The chain that somebody named, the stand-in's otherwise. A real chain has no mint or wallet that we could know: a
 * process that was not told says so at its start.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
export function chainWiring({ env, port }) {
  const local = { SOLANA_RPC_URLS: `http://127.0.0.1:${port(SOLANA_PORT)}`, ...LOCAL_CHAIN };
  const given = CHAIN_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { ...(env.SOLANA_RPC_URLS ? {} : local), ...Object.fromEntries(given) };
}

/**
 * On the chain of this machine nobody minds being asked often.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
function watcherWiring(stack) {
  const { SOLANA_RPC_URLS, DEPOSIT_POLL_MS = '50', SCAN_INTERVAL_MS = '1000' } = stack.env;
  const local = { DEPOSIT_POLL_MS, SCAN_INTERVAL_MS };
  return { ...chainWiring(stack), ...(SOLANA_RPC_URLS ? {} : local) };
}

/**
 * What nginx tells the page: which chain it may call and, where that is the stand-in, that it may offer the Dev wallet.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
export function pageWiring(stack) {
  const { env } = stack;
  const rpcUrl = env.SOLANA_PUBLIC_RPC_URL || chainWiring(stack).SOLANA_RPC_URLS?.split(',')[0] || '';
  const hasDevWallet = !env.SOLANA_RPC_URLS && env.DEV_WALLET !== '0';
  return {
    CHAIN_SOURCE: URL.canParse(rpcUrl) ? new URL(rpcUrl).origin : '',
    PAGE_SETTINGS: JSON.stringify(hasDevWallet ? { devWallet: { rpcUrl } } : {}),
  };
}

/**
 * Where browsers find the page, with commas between.
 * @param {Stack} stack
 */
const siteOrigins = ({ env, basePort }) =>
  env.SITE_ORIGINS || `http://localhost:${basePort},http://127.0.0.1:${basePort}`;

/**
 * Google itself where somebody has given its client, the stand-in otherwise.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
function googleWiring(stack) {
  const SITE_ORIGINS = siteOrigins(stack);
  if (stack.env.GOOGLE_CLIENT_ID) return { SITE_ORIGINS };
  return {
    SITE_ORIGINS,
    GOOGLE_ISSUER: `http://127.0.0.1:${stack.port(GOOGLE_PORT)}`,
    GOOGLE_CLIENT_ID: GOOGLE_STAND_IN_CLIENT,
    GOOGLE_CLIENT_SECRET: stack.secret('google-stand-in.client'),
  };
}

/**
 * The price APIs that somebody has named, the stand-in otherwise; never its history beside another's price.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
function priceWiring(stack) {
  if (stack.env.PRICE_API_URL) return {};
  const standIn = `http://127.0.0.1:${stack.port(PRICES_PORT)}`;
  return {
    PRICE_API_URL: `${standIn}/price/v3`,
    PRICE_HISTORY_URL: `${standIn}/api/v3/coins/solana/contract`,
  };
}

/**
 * OpenAI itself, or whoever else speaks its protocol, where somebody has given a key; the stand-in otherwise, with
 * whatever address: the two belong together.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
function openAiWiring({ env, port, secret }) {
  if (env.OPENAI_API_KEY) return {};
  return {
    OPENAI_API_KEY: secret('openai-stand-in.key'),
    OPENAI_BASE_URL: `http://127.0.0.1:${port(OPENAI_PORT)}/v1`,
  };
}

/**
 * The provider that posts asks about texts, in the same way but by variables of its own.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
function moderationWiring({ env, port, secret }) {
  const { MODERATION_API_KEY, MODERATION_BASE_URL } = env;
  if (MODERATION_API_KEY) return { MODERATION_API_KEY, ...(MODERATION_BASE_URL && { MODERATION_BASE_URL }) };
  return {
    MODERATION_API_KEY: secret('openai-stand-in.key'),
    MODERATION_BASE_URL: `http://127.0.0.1:${port(OPENAI_PORT)}/v1`,
  };
}

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
