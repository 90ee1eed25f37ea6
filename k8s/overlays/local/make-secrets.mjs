// @ts-check
// Prints the secrets that overlays/local reads, with passwords made up now: `node … | kubectl create -f -`. As it creates
// and never applies, the second time changes nothing and the database and its clients go on knowing each other.
import { randomBytes } from 'node:crypto';
import { NODE_PROCESSES } from '../../../libs/stack/topology.mjs';

const DATABASE = 'postgres:5432/likewell';
const SUPERUSER = 'likewell_admin';
const SERVERS = { NATS_URL: 'nats://nats:4222', REDIS_URL: 'redis://redis:6379' };
const made = new Map();
const secret = (/** @type {string} */ name) =>
  made.get(name) ?? made.set(name, randomBytes(32).toString('hex')).get(name);
const url = (/** @type {string} */ role) => `postgres://${role}:${secret(role)}@${DATABASE}`;

const plans = NODE_PROCESSES.flatMap(({ name, schema }) => (schema ? [{ name, schema }] : [])).map(
  ({ name, schema }) => ({ name, schema, owner: `likewell_${schema}_owner`, runtime: `likewell_${schema}` }),
);
const withPassword = (/** @type {string} */ role) => ({ role, password: secret(role) });

/** What each reads beyond its database and the servers. */
const OWN = /** @type {Record<string, Record<string, string>>} */ ({
  auth: { GOOGLE_CLIENT_SECRET: secret('google') },
  posts: { CURSOR_SECRET: secret('posts.cursor'), MODERATION_API_KEY: secret('openai') },
  'tipping-ledger': { CURSOR_SECRET: secret('tipping-ledger.cursor') },
  'ai-drafting': { OPENAI_API_KEY: secret('openai') },
  giveaway: { CURSOR_SECRET: secret('giveaway.cursor') },
});

/** @type {Record<string, Record<string, string>>} */
const secrets = {
  postgres: { POSTGRES_PASSWORD: secret(SUPERUSER) },
  provision: {
    ADMIN_DATABASE_URL: url(SUPERUSER),
    PROVISION_ROLES: JSON.stringify(
      plans.map(({ schema, owner, runtime }) => ({
        schema,
        owner: withPassword(owner),
        runtime: withPassword(runtime),
      })),
    ),
  },
  gateway: SERVERS,
  ...Object.fromEntries(
    plans.map(({ name, runtime }) => [name, { DATABASE_URL: url(runtime), ...SERVERS, ...OWN[name] }]),
  ),
  ...Object.fromEntries(plans.map(({ name, owner }) => [`${name}-owner`, { DATABASE_URL: url(owner) }])),
  'google-stand-in': { CLIENT_SECRET: secret('google') },
  'openai-stand-in': { API_KEY: secret('openai') },
};

const items = Object.entries(secrets).map(([name, stringData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'likewell' },
  stringData,
}));
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
