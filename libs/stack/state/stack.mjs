// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { DEFAULT_BASE_PORT, FAR_PORTS, NODE_PROCESSES, SERVERS } from '../topology.mjs';
import { busAuthority } from './certificates.mjs';
import { openSecrets } from './secrets.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from './stack-folder.mjs';

/** @typedef {ReturnType<typeof openStack>} Stack */

const DATABASE = 'likewell';
const HIGHEST_BASE = 65_535 - Math.max(...FAR_PORTS);
export const SUPERUSER = 'postgres';

/** @param {string | undefined} text @returns {number | undefined} */
export function parsePort(text) {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1024 && port <= HIGHEST_BASE) return port;
  throw new UserFacingError(`PORT must be a number from 1024 to ${HIGHEST_BASE}, not "${text}".`);
}

/** @param {NodeJS.ProcessEnv} env */
function stackName(env) {
  const name = env.STACK || 'main';
  if (/^[a-z0-9][a-z0-9-]{0,30}$/.test(name)) return name;
  throw new UserFacingError(`STACK must be a short name of a-z, 0-9 and dashes, not "${name}".`);
}

/**
 * Returns the URL with its user and password replaced, and everything else (host, database, sslmode)
 * unchanged.
 * @param {string} adminUrl
 * @param {string} role
 * @param {string} password
 */
export function urlFor(adminUrl, role, password) {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Returns everything about one stack that is derived from the checkout, its name and its base port.
 * @param {{ env?: NodeJS.ProcessEnv, checkout?: string, folder?: string }} [from] the last two for tests
 */
export function openStack({ env = process.env, checkout = CHECKOUT, folder = thisCheckoutFolder() } = {}) {
  const name = stackName(env);
  const state = join(folder, name);
  claimFolder(folder);
  claimFolder(state);
  for (const sub of ['logs', 'run']) mkdirSync(join(state, sub), { recursive: true });

  const portFile = join(state, 'port');
  const remembered = existsSync(portFile) ? parsePort(readFileSync(portFile, 'utf8').trim()) : undefined;
  const basePort = parsePort(env.PORT) ?? remembered ?? DEFAULT_BASE_PORT;
  const secrets = openSecrets(join(state, 'secrets.json'));

  /** @param {number} offset */
  const port = (offset) => basePort + offset;
  /** @param {string} server */
  const portOf = (server) => port(SERVERS.find((entry) => entry.name === server)?.port ?? 0);
  const ownAdminUrl = () =>
    urlFor(
      `postgres://127.0.0.1:${portOf('postgres')}/${DATABASE}`,
      SUPERUSER,
      secrets.get('postgres.superuser'),
    );

  return {
    name,
    checkout,
    state,
    checkoutState: folder,
    env,
    basePort,
    port,
    portOf,
    database: DATABASE,
    webUrl: `http://localhost:${basePort}`,
    natsUrl:
      env.NATS_URL ||
      (env.BUS_TLS ? `tls://localhost:${portOf('nats')}` : `nats://127.0.0.1:${portOf('nats')}`),
    /** Certificate, in PEM, of the authority of the bus if it uses TLS (BUS_TLS=1, as in production). */
    get natsCa() {
      return env.NATS_CA || (env.BUS_TLS ? this.busAuthority().certificate : undefined);
    },
    busAuthority: () => busAuthority((key) => secrets.get(key)),
    redisUrl: env.REDIS_URL || `redis://127.0.0.1:${portOf('redis')}`,
    get adminUrl() {
      return env.DATABASE_URL || ownAdminUrl();
    },
    /** @param {string} role */
    roleUrl(role) {
      return urlFor(this.adminUrl, role, secrets.get(`role.${role}`));
    },
    /** @param {string} key */
    secret: (key) => secrets.get(key),
    secrets: () => secrets.all(),
    /** Shown in command lines and progress lines, only for a stack other than the default one. */
    label: name === 'main' ? '' : ` (stack ${name})`,
    /** @param {string} process */
    logFile: (process) => join(state, 'logs', `${process}.log`),
    /** @param {string} process */
    recordFile: (process) => join(state, 'run', `${process}.pid`),
    /** Stores the port, so that `make down`, `status` and `logs` need no PORT. */
    rememberPort: () => writeFileSync(portFile, `${basePort}\n`),
  };
}

/** Returns the servers that this stack runs itself: those that no variable replaces. @param {Stack} stack */
export const ownServers = (stack) => SERVERS.filter(({ externalUrl }) => !stack.env[externalUrl]);

/**
 * Returns the processes of this stack: all except stand-ins that a variable replaces.
 * @param {Stack} stack
 */
export const ownProcesses = (stack) =>
  NODE_PROCESSES.filter(({ externalUrl }) => !externalUrl || !stack.env[externalUrl]);
