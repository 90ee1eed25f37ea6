// @ts-check
// The one-shot step of docker-compose.yml that makes the passwords of a new installation. Each reader has a volume of its
// own below /secrets, and in it files named after the variables that SECRETS_DIR hands it. Run again, it changes nothing
// that is there, so that the database and its clients go on knowing each other.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/secrets';
/** The user of every image of ours; see the Dockerfile. */
const APP_USER = 10_001;
const DATABASE = 'postgres:5432/likewell';
const SUPERUSER = 'likewell_admin';

/** Who has a schema, and which further values it reads; a name in the environment wins over a random one. */
const SERVICES = {
  auth: { GOOGLE_CLIENT_SECRET: 'google.client' },
  posts: { CURSOR_SECRET: 'posts.cursor', MODERATION_API_KEY: 'openai.key' },
  'tipping-ledger': { CURSOR_SECRET: 'tipping-ledger.cursor' },
  'wallet-chain-watcher': {},
  'ai-drafting': { OPENAI_API_KEY: 'openai.key' },
  giveaway: { CURSOR_SECRET: 'giveaway.cursor' },
};
const OTHERS = {
  'google-stand-in': { CLIENT_SECRET: 'google.client' },
  'openai-stand-in': { API_KEY: 'openai.key' },
};
/** @type {Record<string, string | undefined>} */
const GIVEN = { 'google.client': process.env.GOOGLE_CLIENT_SECRET, 'openai.key': process.env.OPENAI_API_KEY };

const secret = openSecrets(join(ROOT, 'kept', 'secrets.json'));
const url = (/** @type {string} */ role) => `postgres://${role}:${secret(`role.${role}`)}@${DATABASE}`;
const plans = Object.keys(SERVICES).map((service) => {
  const schema = service.replaceAll('-', '_');
  const role = (/** @type {string} */ name) => ({ role: name, password: secret(`role.${name}`) });
  return { service, schema, owner: role(`likewell_${schema}_owner`), runtime: role(`likewell_${schema}`) };
});

hand('postgres', { POSTGRES_PASSWORD: secret(`role.${SUPERUSER}`) });
hand('provision', { ADMIN_DATABASE_URL: url(SUPERUSER), PROVISION_ROLES: JSON.stringify(plans) });
for (const { service, owner } of plans) hand(join('owners', service), { DATABASE_URL: url(owner.role) });
for (const { service, runtime } of plans) hand(service, { DATABASE_URL: url(runtime.role) });
for (const [reader, names] of Object.entries({ ...SERVICES, ...OTHERS })) {
  hand(
    reader,
    Object.fromEntries(Object.entries(names).map(([name, key]) => [name, GIVEN[key] || secret(key)])),
  );
}

/**
 * @param {string} reader
 * @param {Record<string, string>} values
 */
function hand(reader, values) {
  const folder = join(ROOT, reader);
  if (!existsSync(dirname(folder))) throw new Error(`no volume is mounted at ${dirname(folder)}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, value] of Object.entries(values)) {
    const file = join(folder, name);
    writeFileSync(`${file}.new`, value, { mode: 0o400 });
    chownSync(`${file}.new`, APP_USER, APP_USER);
    renameSync(`${file}.new`, file);
  }
}

/**
 * @param {string} file
 * @returns {(name: string) => string} 64 hex digits, the same for a name for good
 */
function openSecrets(file) {
  mkdirSync(join(ROOT, 'kept'), { recursive: true, mode: 0o700 });
  /** @type {Record<string, string>} */
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (name) => {
    known[name] ??= randomBytes(32).toString('hex');
    // Written whole and renamed: half a file would be lost passwords.
    writeFileSync(`${file}.new`, JSON.stringify(known), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    return known[name];
  };
}
