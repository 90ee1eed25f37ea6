// The whole stack: the processes, as each declares itself in the process.mjs of its own folder, and their
// shared parts. Every port is the base port (8080) plus the given number. Uses only Node's own modules: it
// runs before `npm ci`, and in containers.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { secretValue } from './state/nkeys.mjs';

/** @typedef {import('./state/stack.mjs').Stack} Stack */
/** @typedef {typeof SHARED} Shared */
/** @typedef {(stack: Stack, shared: Shared) => Record<string, string>} Wiring */

/**
 * Declaration of a process in its process.mjs.
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} [schema] its schema in Postgres, which its dist/migrate.js fills; roles
 *   likewell_<schema>_owner and likewell_<schema>; the launcher adds DATABASE_URL
 * @property {number} healthPort offset of the port that answers /health/ready
 * @property {number[]} [ports] offsets of the other ports it listens on; the first one is for calls
 * @property {('bus' | 'cache' | 'outside')[]} [uses] NATS, Redis and the outside world; the launcher adds
 *   NATS_URL, REDIS_URL, and in Kubernetes its pod has a label for each
 * @property {string[]} [cacheRules] its rights in Redis besides connecting: keys and commands, in the
 *   notation of Redis's ACL
 * @property {Record<string, string>} [secrets] variables that are generated in compose and in the local
 *   cluster, by the name of the secret: processes that name the same one share it. The launcher also
 *   generates `name/seed` and `name/public`, the halves of a key pair
 * @property {Wiring} [wiring] variables that only the launcher sets
 * @property {Record<string, string>} [settings] a laptop's defaults; a variable of that name in the
 *   environment overrides them
 * @property {string[]} [passes] further variables passed on if the environment has them; `LIMIT_*` means all
 *   with that prefix
 * @property {string} [externalUrl] the variable that names the real service: if it is set, this process is
 *   not started
 */

/**
 * @typedef {Omit<Declaration, 'wiring'> & {
 *   folder: string, uses: string[], secrets: Record<string, string>, settings: Record<string, string>,
 *   wiring: (stack: Stack) => Record<string, string>,
 * }} NodeProcess `folder` is where its dist/main.js is
 */

/** Servers that are not ours, in no particular order; `externalUrl` is the variable that replaces each. */
export const SERVERS = /** @type {const} */ ([
  { name: 'postgres', port: 2, externalUrl: 'DATABASE_URL' },
  { name: 'redis', port: 3, externalUrl: 'REDIS_URL' },
  { name: 'nats', port: 4, externalUrl: 'NATS_URL' },
]);

/** Receives Postgres's WAL before commits are acknowledged, into the folder WAL_TO, if that is set. */
export const WAL_RECEIVER = /** @type {const} */ ({ name: 'wal-receiver' });

export const WEB = /** @type {const} */ ({ name: 'nginx', folder: 'web', port: 0 });
export const DEFAULT_BASE_PORT = 8080;
/** Number of consecutive ports that a stack reserves. */
export const PORT_COUNT = 30;
/** Ports outside that range: Solana's. */
export const FAR_PORTS = [819, 821];

/**
 * Mint and receiving wallet of the local Solana, the same on every machine (its `keys.ts`; a test there
 * compares).
 */
export const LOCAL_CHAIN = {
  LIKE_MINT: 'HPAjiGhkfN2fqtHD77NJVfqG8PHENTLY9pE9EWhDYWPC',
  RECEIVING_WALLET: 'BikyqqeiWak6ngQYucy8w42vGHgAerLfgbLrA8LvSLUn',
};
/** Variables that connect the whole system to devnet or mainnet; all three must be set together. */
export const CHAIN_VARIABLES = ['SOLANA_RPC_URLS', 'LIKE_MINT', 'RECEIVING_WALLET'];

const everyNodeProcess = { LOG_LEVEL: 'info', TIMEOUTS: 'laptop' };
/** Functions about other processes that a wiring may use. */
const SHARED = { chainWiring, siteOrigins, urlOf };

/** @type {NodeProcess[]} */
export const NODE_PROCESSES = await Promise.all(
  ['gateway', ...foldersIn('services'), ...foldersIn('libs/stand-ins')].flatMap((folder) => {
    const file = new URL(`../../${folder}/process.mjs`, import.meta.url);
    return existsSync(file)
      ? [import(file.href).then(({ declaration }) => processOf(declaration, folder))]
      : [];
  }),
);

export const GATEWAY_PORT = portOf('gateway');

/** Processes with a schema, with its two roles: the owner migrates, the runtime role reads and writes. */
export const SCHEMAS = NODE_PROCESSES.flatMap(({ name, folder, schema }) =>
  schema === undefined
    ? []
    : [{ name, folder, schema, owner: `likewell_${schema}_owner`, runtime: `likewell_${schema}` }],
);

/** @param {string} parent */
function foldersIn(parent) {
  const names = readdirSync(new URL(`../../${parent}/`, import.meta.url)).sort();
  return names.map((name) => `${parent}/${name}`);
}

/** @param {Declaration} declaration @param {string} folder @returns {NodeProcess} */
function processOf(declaration, folder) {
  const { schema, uses = [], wiring = () => ({}), settings } = declaration;
  const identity = uses.includes('bus') && { NATS_SEED: `${busIdentity(declaration.name)}/seed` };
  /** @type {Record<string, string>} */
  const secrets = { ...declaration.secrets, ...identity };
  const keys = Object.entries(secrets).filter(([, name]) => name.includes('/'));
  return {
    ...declaration,
    ...{ folder, uses, secrets },
    settings: { ...everyNodeProcess, ...settings },
    wiring: (stack) => ({
      ...(schema && { DATABASE_URL: stack.roleUrl(`likewell_${schema}`) }),
      ...(uses.includes('bus') && { NATS_URL: stack.natsUrl }),
      ...(uses.includes('bus') && stack.natsCa && { NATS_CA: stack.natsCa }),
      ...(uses.includes('cache') && {
        REDIS_URL: stack.env.REDIS_URL || cacheUrl(stack.secret, declaration.name, stack.redisUrl),
      }),
      ...Object.fromEntries(keys.map(([variable, name]) => [variable, secretValue(stack.secret, name)])),
      ...wiring(stack, SHARED),
    }),
  };
}

/** @param {string} name of a process */
function busIdentity(name) {
  return `nats.${name}`;
}

/** @param {string} name of a process */
function cachePassword(name) {
  return `redis.${name}`;
}

/**
 * Returns Redis's address for this process.
 * @param {(name: string) => string} secret
 * @param {string} name of the process
 * @param {string} address `redis://host:port`
 */
export function cacheUrl(secret, name, address) {
  const url = new URL(address);
  url.username = name;
  url.password = secret(cachePassword(name));
  return url.href;
}

/** Commands that our client sends before any other. */
const CACHE_CLIENT = [
  '+auth +hello +ping +quit +select +info',
  // Removed one by one, since older servers do not know all commands of the client.
  '+client -client|kill -client|list -client|pause -client|unpause -client|unblock -client|no-evict',
].join(' ');

/**
 * Returns Redis's users: each process has its own keys, and an anonymous client may only check that Redis is
 * up.
 * @param {(name: string) => string} secret
 */
export function cacheUsersAcl(secret) {
  const users = NODE_PROCESSES.filter(({ uses }) => uses.includes('cache')).map(
    ({ name, cacheRules = [] }) => {
      const hash = createHash('sha256')
        .update(secret(cachePassword(name)))
        .digest('hex');
      return `user ${name} on #${hash} ${CACHE_CLIENT} ${cacheRules.join(' ')}`;
    },
  );
  return `${['user default on nopass +ping', ...users].join('\n')}\n`;
}

/**
 * Returns the public keys of all users of the bus, in the format of NATS's configuration (`NATS_KEY_AUTH:
 * "U…"`).
 * @param {(name: string) => string} secret
 */
export function busKeysConf(secret) {
  const users = NODE_PROCESSES.filter(({ uses }) => uses.includes('bus'));
  return users
    .map(({ name }) => {
      const key = secretValue(secret, `${busIdentity(name)}/public`);
      return `NATS_KEY_${name.toUpperCase().replaceAll('-', '_')}: "${key}"\n`;
    })
    .join('');
}

/** @param {string} name @returns {number} offset of the port at which that process is called */
function portOf(name) {
  const [port] = NODE_PROCESSES.find((entry) => entry.name === name)?.ports ?? [];
  if (port === undefined) throw new Error(`no process "${name}" declares a port`);
  return port;
}

/** @param {Stack} stack @param {string} name of a process that listens */
function urlOf(stack, name) {
  return `http://127.0.0.1:${stack.port(portOf(name))}`;
}

/** Returns the URL of this stack's mails; null if a real server accepts them. @param {Stack} stack */
export function mailsUrl(stack) {
  const { ports = [] } = NODE_PROCESSES.find(({ name }) => name === 'smtp-stand-in') ?? {};
  const [, page] = ports;
  return page === undefined || stack.env.SMTP_URL ? null : `http://localhost:${stack.port(page)}`;
}

/**
 * Returns the configured chain, or else the stand-in's. The mint and wallet of a real chain are unknown here:
 * a process without them reports that at its start.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
export function chainWiring(stack) {
  const { env } = stack;
  const local = { SOLANA_RPC_URLS: urlOf(stack, 'solana-stand-in'), ...LOCAL_CHAIN };
  const given = CHAIN_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { ...(env.SOLANA_RPC_URLS ? {} : local), ...Object.fromEntries(given) };
}

/**
 * Returns what nginx passes to the page: which chain it may call and, for the stand-in, that it may offer the
 * Dev wallet.
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

/** Returns the page's origins for browsers, separated by commas. @param {Stack} stack */
function siteOrigins({ env, basePort }) {
  return env.SITE_ORIGINS || `http://localhost:${basePort},http://127.0.0.1:${basePort}`;
}
