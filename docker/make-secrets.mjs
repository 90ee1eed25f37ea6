// @ts-check
// The one-shot step of docker-compose.yml that makes the passwords of a new installation. Each reader has a volume of its
// own below /secrets, and in it files named after the variables that SECRETS_DIR hands it: what the processes declare. Run
// again, it changes nothing that is there, so that the database and its clients go on knowing each other.
import { chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { busAuthority } from '../libs/stack/state/certificates.mjs';
import { secretValue } from '../libs/stack/state/nkeys.mjs';
import { openSecrets } from '../libs/stack/state/secrets.mjs';
import { busKeysConf, cacheUrl, cacheUsersAcl, NODE_PROCESSES, SCHEMAS } from '../libs/stack/topology.mjs';

const ROOT = '/secrets';
/** The user of every image of ours; see the Dockerfile. */
const APP_USER = 10_001;
const DATABASE = 'postgres:5432/likewell';
const SUPERUSER = 'likewell_admin';

/** @type {Record<string, string | undefined>} what takes the place of a random value where the environment has it */
const GIVEN = { 'google.client': process.env.GOOGLE_CLIENT_SECRET, 'openai.key': process.env.OPENAI_API_KEY };
const isProduction = process.env.ENVIRONMENT !== 'development';

// Made up, they would be passwords that only a stand-in knows.
if (isProduction && !(process.env.GOOGLE_CLIENT_SECRET && process.env.OPENAI_API_KEY)) {
  process.stderr.write(
    'GOOGLE_CLIENT_SECRET and OPENAI_API_KEY must be given where ENVIRONMENT is production.\n',
  );
  process.exit(1);
}

mkdirSync(join(ROOT, 'kept'), { recursive: true, mode: 0o700 });
const { get: secret } = openSecrets(join(ROOT, 'kept', 'secrets.json'));
const url = (/** @type {string} */ role) => `postgres://${role}:${secret(`role.${role}`)}@${DATABASE}`;
const withPassword = (/** @type {string} */ role) => ({ role, password: secret(`role.${role}`) });
const plans = SCHEMAS.map(({ schema, owner, runtime }) => ({
  schema,
  owner: withPassword(owner),
  runtime: withPassword(runtime),
}));

hand('postgres', { POSTGRES_PASSWORD: secret(`role.${SUPERUSER}`) });
const authority = busAuthority(secret);
const server = authority.issue(['nats']);
// For servers of other users, each with a volume of its own; what they are told of keys and passwords gives nothing away.
hand(
  'nats',
  { 'keys.conf': busKeysConf(secret), 'tls.crt': server.certificate, 'tls.key': server.key },
  0o444,
);
hand('redis', { 'users.acl': cacheUsersAcl(secret) }, 0o444);
hand('provision', { ADMIN_DATABASE_URL: url(SUPERUSER), PROVISION_ROLES: JSON.stringify(plans) });
for (const { name, owner, runtime } of SCHEMAS) {
  hand(join('owners', name), { DATABASE_URL: url(owner) });
  hand(name, { DATABASE_URL: url(runtime) });
}
for (const { name, folder, uses, secrets } of NODE_PROCESSES) {
  if (isProduction && folder.startsWith('libs/stand-ins/')) continue;
  if (uses.includes('bus')) hand(name, { NATS_CA: authority.certificate });
  if (uses.includes('cache')) hand(name, { REDIS_URL: cacheUrl(secret, name, 'redis://redis:6379') });
  const values = Object.entries(secrets).map(([variable, key]) => [
    variable,
    GIVEN[key] || secretValue(secret, key),
  ]);
  if (values.length > 0) hand(name, Object.fromEntries(values));
}

/** @param {string} reader @param {Record<string, string>} values @param {number} mode */
function hand(reader, values, mode = 0o400) {
  const folder = join(ROOT, reader);
  if (!existsSync(dirname(folder))) throw new Error(`no volume is mounted at ${dirname(folder)}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, value] of Object.entries(values)) {
    const file = join(folder, name);
    writeFileSync(`${file}.new`, value, { mode });
    chownSync(`${file}.new`, APP_USER, APP_USER);
    renameSync(`${file}.new`, file);
  }
}
