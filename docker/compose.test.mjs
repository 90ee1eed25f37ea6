// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { LOCAL_CHAIN } from '../libs/stack/topology.mjs';
import { OLDEST, tooOld } from '../k8s/check/rules/servers.mjs';
import { BUS_FILES, withBusDigest } from './bus-digest.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');
const withoutComments = (/** @type {string} */ text) => text.replace(/^\s*#.*$/gm, '');

const production = withoutComments(read('docker-compose.yml'));
const { services } = parse(production, { merge: true, maxAliasCount: -1 });
const demanded = new Set([...production.matchAll(/\$\{([A-Z_]+):?\?/g)].map(([, name = '']) => name));
const given = [...withoutComments(read('docker/development.env')).matchAll(/^([A-Z_]+)=/gm)].map(
  ([, name = '']) => name,
);

test('the outside world has no default in docker-compose.yml: each of its values is demanded', () => {
  for (const name of [
    ...['SITE_ORIGINS', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'OPENAI_API_KEY'],
    ...['OPENAI_BASE_URL', 'SOLANA_RPC_URLS', 'SOLANA_PUBLIC_RPC_URL', 'LIKE_MINT', 'RECEIVING_WALLET'],
    ...['CHAIN_SOURCE', 'PRICE_API_URL', 'PRICE_HISTORY_URL', 'BITCOIN_SOURCES'],
    ...['SMTP_URL', 'MAIL_FROM', 'REAL_IP_FROM'],
  ]) {
    assert.ok(demanded.has(name), name);
    assert.doesNotMatch(production, new RegExp(`\\$\\{${name}(:?-|\\})`));
  }
});

test('nothing of a laptop is in docker-compose.yml', () => {
  for (const [name, value] of Object.entries(LOCAL_CHAIN)) assert.ok(!production.includes(value), name);
  assert.doesNotMatch(production, /stand-in|localhost|devWallet|laptop|development/);
});

test('every process is in production unless somebody says otherwise', () => {
  const own = Object.entries(services).filter(
    ([name, { image, command }]) => /^likewell\//.test(image ?? '') && !command && name !== 'provision',
  );
  assert.ok(own.length >= 8);
  for (const [name, { environment }] of [...own, /** @type {const} */ (['secrets', services.secrets])])
    assert.equal(environment.ENVIRONMENT, '${ENVIRONMENT:-production}', name);
});

test('a laptop is given all that is demanded, and nothing that nobody reads', () => {
  for (const name of demanded) assert.ok(given.includes(name), `docker/development.env lacks ${name}`);
  for (const name of given) assert.match(production, new RegExp(`\\$\\{${name}\\b`), name);
});

test('for people sign-up bonuses have the budgets of the ledger', () => {
  const { environment } = services['tipping-ledger'];
  const config = read('services/tipping-ledger/src/config.ts');
  const budgets = [...config.matchAll(/^ {2}(BONUSES_\w+): budget\.default\(([\d_]+)\)/gm)];
  assert.equal(budgets.length, 2);
  for (const [, name = '', budget = ''] of budgets)
    assert.equal(environment[name], `\${${name}:-${Number(budget.replaceAll('_', ''))}}`);
});

test('reads and tips have the places that the image says, and all of them on a laptop, which is one network', () => {
  const { environment } = services.web;
  const image = read('Dockerfile');
  const ofImage = (/** @type {string} */ name) =>
    new RegExp(`^ +${name}=(\\d+)`, 'm').exec(image)?.[1] ?? assert.fail(name);
  for (const name of ['MAX_READS', 'MAX_READS_OF_NETWORK', 'MAX_TIPS_OF_NETWORK'])
    assert.equal(environment[name], `\${${name}:-${ofImage(name)}}`);
  const local = parseAllDocuments(read('k8s/overlays/local/environment.yaml')).map((each) => each.toJS());
  const { env } = local.find(({ metadata }) => metadata.name === 'web').spec.template.spec.containers[0];
  for (const all of ['MAX_READS', 'MAX_TIPS']) {
    const name = `${all}_OF_NETWORK`;
    assert.match(read('docker/development.env'), new RegExp(`^${name}=${ofImage(all)}$`, 'm'));
    assert.deepEqual(
      env.filter((/** @type {{ name: string }} */ variable) => variable.name === name),
      [{ name, value: ofImage(all) }],
    );
  }
});

test('in production no key of somebody outside is made up', () => {
  const script = fileURLToPath(new URL('make-secrets.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  for (const env of [{ PATH }, { PATH, ENVIRONMENT: 'production', OPENAI_API_KEY: 'canary' }]) {
    const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^GOOGLE_CLIENT_SECRET and OPENAI_API_KEY must be given/);
  }
});

test('a server for people has an exact version, none older than Kubernetes may have', () => {
  for (const [name, server] of /** @type {const} */ ([
    ['POSTGRES_IMAGE', 'postgres'],
    ['REDIS_IMAGE', 'redis'],
    ['NATS_IMAGE', 'nats'],
    ['NGINX_IMAGE', 'nginx-unprivileged'],
  ])) {
    const image = imageOf(name);
    assert.equal(tooOld(image), undefined);
    const numbers = image.replace(/^.*:/, '').split('.').length;
    assert.ok(numbers >= OLDEST[server].split('.').length, `"${image}" says less than ${OLDEST[server]}`);
  }
});

test('the gateway believes nginx in whichever private network both are, as in Kubernetes', () => {
  const [, networks = ''] = /TRUSTED_PROXIES: (\S+)/.exec(production) ?? [];
  assert.ok(read('gateway/k8s/process.yaml').includes(`{ name: TRUSTED_PROXIES, value: '${networks}' }`));
});

test('images of our own are built on what the Dockerfile names', () => {
  for (const name of ['NODE_IMAGE', 'NGINX_IMAGE'])
    assert.match(read('Dockerfile'), new RegExp(`^ARG ${name}=${imageOf(name)}$`, 'm'));
});

/** The image that docker-compose.yml has for this variable. */
function imageOf(/** @type {string} */ name) {
  const images = [...production.matchAll(/\$\{([A-Z]+_IMAGE):-([^}]+)\}/g)].filter(([, of]) => of === name);
  const [image = assert.fail(name), ...others] = new Set(images.map(([, , each = '']) => each));
  assert.deepEqual(others, []);
  return image;
}

test('a full cache drops what is oldest', () => {
  const { command } = services.redis;
  assert.equal(command[command.indexOf('--maxmemory-policy') + 1], 'allkeys-lru');
});

test('bodies that nginx keeps fill their folder before they fill its memory', () => {
  const [, size = Infinity] = /^\/tmp:.*\bsize=(\d+)m\b/.exec(services.web.tmpfs[0]) ?? [];
  const [, limit] = /^(\d+)m$/.exec(services.web.mem_limit) ?? [];
  assert.ok(Number(size) <= Number(limit) - 128, `${size} MiB of ${limit}`);
});

test('no container’s log fills the disk that holds the only copy', () => {
  const standIns = parse(read('docker/stand-ins.yml'), { merge: true, maxAliasCount: -1 }).services;
  // A service of both files has the log of the first.
  const all = Object.entries({ ...standIns, ...services });
  assert.ok(all.length >= 26);
  for (const [name, { logging }] of all)
    assert.deepEqual(logging, { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }, name);
});

test('the bus speaks TLS alone, and every process goes there by it', () => {
  assert.match(read('docker/nats.conf'), /^tls \{\n {2}cert_file: .*\n {2}key_file: /m);
  assert.doesNotMatch(read('docker/nats.conf'), /allow_non_tls/);
  const urls = Object.values(services).flatMap(({ environment }) => environment?.NATS_URL ?? []);
  assert.ok(urls.length >= 7);
  assert.deepEqual([...new Set(urls)], ['tls://nats:4222']);
});

test('an upgrade makes the bus anew when its files are others, and only then', () => {
  const compose = read('docker-compose.yml');
  assert.equal(withBusDigest(compose, read), compose, '`npm run write:bus` writes it');
  const { volumes } = services.nats;
  const mounted = volumes.flatMap((/** @type {string} */ volume) => /^\.\/(.*?):/.exec(volume)?.[1] ?? []);
  assert.deepEqual(mounted, BUS_FILES);
  const labelsWith = (/** @type {string} */ path) => {
    const changed = withBusDigest(compose, (each) => (each === path ? `${read(each)}\n` : read(each)));
    return parse(changed, { merge: true, maxAliasCount: -1 }).services.nats.labels;
  };
  for (const path of BUS_FILES) assert.notDeepEqual(labelsWith(path), services.nats.labels);
});

test('the version is that of .env for every command, so that no later one brings an older version back', () => {
  const page = read('docs/operations/compose.md');
  assert.doesNotMatch(page, /TAG=\S+ +docker compose/);
  const [restore = '', upgrade = ''] = page.split(/^## (?:Restore|Upgrade)$/m).slice(1);
  assert.match(restore, /`TAG` in `\.env`/);
  assert.match(upgrade, /`TAG=[\d.]+` into `\.env`[^]*`docker compose build`[^]*`docker compose up -d`/);
});
