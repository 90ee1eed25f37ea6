// @ts-check
// Prints the secrets that overlays/local reads. What it has made up before stands in the secret `made`, so that the database and
// its clients go on knowing each other, and a process that is new gets what it lacks:
// `kubectl -n likewell get secrets -o json | node … | kubectl apply -f -`.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
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
// Not `process.stdin.isTTY`, after which a read of what kubectl has not written yet fails (EAGAIN).
/** @type {Map<string, any>} */
const made = new Map(Object.entries(madeBefore(isatty(0) ? '' : readFileSync(0, 'utf8'))));
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

// Last, when all of them have been asked for.
secrets.made = { passwords: JSON.stringify(Object.fromEntries(made)) };

const items = Object.entries(secrets).map(([name, stringData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'likewell' },
  stringData,
}));
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);

/**
 * @param {string} text the secrets in the cluster, as kubectl prints them; nothing for a new one
 * @returns {Record<string, string>} passwords by their names
 */
function madeBefore(text) {
  /** @type {{ metadata: { name: string }, data?: Record<string, string> }[]} */
  const there = text.trim() === '' ? [] : JSON.parse(text).items;
  const kept = there.find(({ metadata }) => metadata.name === 'made')?.data?.passwords;
  if (kept !== undefined) return JSON.parse(Buffer.from(kept, 'base64').toString());
  if (!there.some(({ metadata }) => metadata.name === 'postgres')) return {};
  process.stderr.write(
    'These secrets are of an older version: kubectl delete namespace likewell, and begin anew.\n',
  );
  process.exit(1);
}
