// @ts-check
// Prints the secrets that overlays/local reads, with passwords made up now: `node … | kubectl create -f -`. As it creates
// and never applies, the second time changes nothing and the database and its clients go on knowing each other.
import { randomBytes } from 'node:crypto';
import { secretValue } from '../../../libs/stack/state/nkeys.mjs';
import {
  busKeysConf,
  cacheUrl,
  cacheUsersAcl,
  NODE_PROCESSES,
  SCHEMAS,
} from '../../../libs/stack/topology.mjs';

const DATABASE = 'postgres:5432/likewell';
const SUPERUSER = 'likewell_admin';
const made = new Map();
const secret = (/** @type {string} */ name) =>
  made.get(name) ?? made.set(name, randomBytes(32).toString('hex')).get(name);
const url = (/** @type {string} */ role) => `postgres://${role}:${secret(role)}@${DATABASE}`;

const withPassword = (/** @type {string} */ role) => ({ role, password: secret(role) });

/**
 * What a process reads from its own secret.
 * @param {import('../../../libs/stack/topology.mjs').NodeProcess} process
 * @returns {Record<string, string>}
 */
const valuesOf = ({ name, schema, uses, secrets }) => ({
  ...(schema && { DATABASE_URL: url(`likewell_${schema}`) }),
  ...(uses.includes('bus') && { NATS_URL: 'nats://nats:4222' }),
  ...(uses.includes('cache') && { REDIS_URL: cacheUrl(secret, name, 'redis://redis:6379') }),
  ...Object.fromEntries(
    Object.entries(secrets).map(([variable, key]) => [variable, secretValue(secret, key)]),
  ),
});

/** @type {Record<string, Record<string, string>>} */
const secrets = {
  redis: { 'users.acl': cacheUsersAcl(secret) },
  nats: { 'keys.conf': busKeysConf(secret) },
  postgres: { POSTGRES_PASSWORD: secret(SUPERUSER) },
  provision: {
    ADMIN_DATABASE_URL: url(SUPERUSER),
    PROVISION_ROLES: JSON.stringify(
      SCHEMAS.map(({ schema, owner, runtime }) => ({
        schema,
        owner: withPassword(owner),
        runtime: withPassword(runtime),
      })),
    ),
  },
  ...Object.fromEntries(
    NODE_PROCESSES.map(
      /** @returns {[string, Record<string, string>]} */ (own) => [own.name, valuesOf(own)],
    ).filter(([, values]) => Object.keys(values).length > 0),
  ),
  ...Object.fromEntries(SCHEMAS.map(({ name, owner }) => [`${name}-owner`, { DATABASE_URL: url(owner) }])),
};

const items = Object.entries(secrets).map(([name, stringData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'likewell' },
  stringData,
}));
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
