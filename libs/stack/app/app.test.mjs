// @ts-check
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { openStack, ownProcesses } from '../state/stack.mjs';
import {
  chainWiring,
  FAR_PORTS,
  LOCAL_CHAIN,
  NODE_PROCESSES,
  pageWiring,
  PORT_COUNT,
  SERVERS,
  WEB,
} from '../topology.mjs';
import { filesBelow, fingerprintByContent, fingerprintByTime } from './fingerprint.mjs';
import { environmentOf } from './node-specs.mjs';
import { pruneDist } from './prune-dist.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-app-'));
after(() => rmSync(folder, { recursive: true }));

const [gateway, posts] = ['gateway', 'posts'].map((name) => NODE_PROCESSES.find((own) => own.name === name));
assert.ok(gateway && posts);

test('no two listeners of a stack share a port, and all are among those that it reserves', () => {
  /** @type {number[]} */
  const offsets = [WEB.port, ...SERVERS.map(({ port }) => port)];
  offsets.push(...NODE_PROCESSES.flatMap(({ healthPort, ports = [] }) => [healthPort, ...ports]));
  assert.equal(new Set(offsets).size, offsets.length);
  assert.deepEqual(
    offsets.filter((offset) => offset >= PORT_COUNT && !FAR_PORTS.includes(offset)),
    [],
  );
});

test("a variable of the environment wins over a laptop's default, but never over the wiring", () => {
  const env = {
    MODERATION: 'manual',
    NODE_ENV: 'development',
    ENVIRONMENT: 'production',
    PORT: '9000',
    DATABASE_URL: 'postgres://a:b@h/d',
  };
  const stack = openStack({ env, folder });
  assert.equal(environmentOf(stack, posts).MODERATION, 'manual');
  assert.equal(environmentOf(stack, posts).NODE_ENV, 'production');
  assert.equal(environmentOf(stack, posts).ENVIRONMENT, 'development');
  assert.equal(environmentOf(stack, posts).HEALTH_HOST, '127.0.0.1');
  assert.match(environmentOf(stack, posts).DATABASE_URL ?? '', /^postgres:\/\/likewell_posts:/);
  assert.equal(environmentOf(stack, gateway).PORT, '9001');
  assert.equal(environmentOf(stack, gateway).DATABASE_URL, undefined);
});

test('with the time-outs of production no process keeps one of a laptop', () => {
  const stack = openStack({ env: { PORT: '9000', TIMEOUTS: 'production' }, folder });
  for (const process of NODE_PROCESSES) {
    const { TIMEOUTS, ...others } = environmentOf(stack, process);
    assert.equal(TIMEOUTS, 'production');
    assert.deepEqual(
      Object.keys(others).filter((name) => /_(WAIT|TIMEOUT)_MS$/.test(name)),
      [],
      process.name,
    );
  }
  const auth = NODE_PROCESSES.find(({ name }) => name === 'auth');
  assert.ok(auth);
  const own = openStack({ env: { PORT: '9000', HASH_MAX_WAIT_MS: '500' }, folder });
  assert.equal(environmentOf(own, auth).HASH_MAX_WAIT_MS, '500');
});

test('a process that passes LIMIT_* has each variable that begins so, and no other process has any', () => {
  const env = { PORT: '9000', LIMIT_TIP: '7/1m', LIMIT_NEXT: '1/1m', LIMITS: 'load' };
  const stack = openStack({ env, folder });
  const { LIMIT_TIP, LIMIT_NEXT, LIMITS, ...others } = environmentOf(stack, gateway);
  assert.deepEqual([LIMIT_TIP, LIMIT_NEXT, LIMITS], ['7/1m', '1/1m', 'load']);
  assert.equal('LIMIT_*' in others, false);
  assert.equal(environmentOf(stack, posts).LIMIT_TIP, undefined);
});

test('the stand-in for Google is wired until somebody gives the client of Google itself', () => {
  const auth = NODE_PROCESSES.find(({ name }) => name === 'auth');
  const standIn = NODE_PROCESSES.find(({ name }) => name === 'google-stand-in');
  assert.ok(auth && standIn);
  const own = openStack({ env: { PORT: '9000' }, folder });
  const [client, provider] = [environmentOf(own, auth), environmentOf(own, standIn)];
  assert.equal(client.GOOGLE_ISSUER, `http://127.0.0.1:${provider.PORT}`);
  assert.deepEqual(
    [client.GOOGLE_CLIENT_ID, client.GOOGLE_CLIENT_SECRET],
    [provider.CLIENT_ID, provider.CLIENT_SECRET],
  );
  assert.equal(client.SITE_ORIGINS, 'http://localhost:9000,http://127.0.0.1:9000');
  const env = {
    PORT: '9000',
    GOOGLE_CLIENT_ID: 'real',
    GOOGLE_CLIENT_SECRET: 'secret',
    SITE_ORIGINS: 'https://a.example',
  };
  const real = environmentOf(openStack({ env, folder }), auth);
  assert.deepEqual(
    [real.GOOGLE_CLIENT_ID, real.GOOGLE_CLIENT_SECRET, real.GOOGLE_ISSUER, real.SITE_ORIGINS],
    ['real', 'secret', undefined, 'https://a.example'],
  );
});

test('the stand-in for OpenAI is wired, key and address, until somebody gives a key of their own', () => {
  const service = NODE_PROCESSES.find(({ name }) => name === 'ai-drafting');
  const standIn = NODE_PROCESSES.find(({ name }) => name === 'openai-stand-in');
  assert.ok(service && standIn);
  /** @param {Record<string, string>} env */
  const wired = (env) => environmentOf(openStack({ env: { PORT: '9000', ...env }, folder }), service);
  const provider = environmentOf(openStack({ env: { PORT: '9000' }, folder }), standIn);
  for (const own of [wired({}), wired({ OPENAI_BASE_URL: 'https://elsewhere.example/v1' })])
    assert.deepEqual(
      [own.OPENAI_BASE_URL, own.OPENAI_API_KEY],
      [`http://127.0.0.1:${provider.PORT}/v1`, provider.API_KEY],
    );
  const real = wired({ OPENAI_API_KEY: 'real', OPENAI_MODEL: 'a-model' });
  assert.deepEqual(
    [real.OPENAI_API_KEY, real.OPENAI_BASE_URL, real.OPENAI_MODEL],
    ['real', undefined, 'a-model'],
  );
});

test('the page may call the chain that is configured, and has the Dev wallet with the stand-in alone', () => {
  /** @param {Record<string, string>} env */
  const wired = (env) => pageWiring(openStack({ env: { PORT: '9000', ...env }, folder }));
  const standIn = 'http://127.0.0.1:9819';
  assert.deepEqual(wired({}), {
    CHAIN_SOURCE: standIn,
    PAGE_SETTINGS: JSON.stringify({ devWallet: { rpcUrl: standIn } }),
  });
  assert.equal(wired({ DEV_WALLET: '0' }).PAGE_SETTINGS, '{}');
  const real = { SOLANA_RPC_URLS: 'https://rpc.example/key,https://other.example', DEV_WALLET: '1' };
  assert.deepEqual(wired(real), { CHAIN_SOURCE: 'https://rpc.example', PAGE_SETTINGS: '{}' });
  const SOLANA_PUBLIC_RPC_URL = 'https://public.example:8443/solana';
  assert.equal(wired({ ...real, SOLANA_PUBLIC_RPC_URL }).CHAIN_SOURCE, 'https://public.example:8443');
});

test('the local Solana is wired and started until somebody names a real one', () => {
  const standIn = NODE_PROCESSES.find(({ name }) => name === 'solana-stand-in');
  assert.ok(standIn);
  const own = openStack({ env: { PORT: '9000' }, folder });
  const { PORT, DATA_FOLDER } = environmentOf(own, standIn);
  assert.deepEqual(chainWiring(own), { SOLANA_RPC_URLS: `http://127.0.0.1:${PORT}`, ...LOCAL_CHAIN });
  assert.equal(DATA_FOLDER, join(own.state, 'solana'));
  assert.ok(ownProcesses(own).includes(standIn));

  const chain = { SOLANA_RPC_URLS: 'https://a.example,https://b.example', LIKE_MINT: 'mint' };
  const real = openStack({ env: { PORT: '9000', ...chain }, folder });
  assert.deepEqual(chainWiring(real), chain);
  assert.ok(!ownProcesses(real).includes(standIn));
});

test('a touched source counts as changed, an equal rebuild does not', () => {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'main.js'), 'one');
  const files = filesBelow([dist]);
  const [byTime, byContent] = [fingerprintByTime(files), fingerprintByContent(dist, files)];
  utimesSync(join(dist, 'main.js'), new Date(1), new Date(1));
  assert.notEqual(fingerprintByTime(files), byTime);
  assert.equal(fingerprintByContent(dist, files), byContent);
  writeFileSync(join(dist, 'main.js'), 'two');
  assert.notEqual(fingerprintByContent(dist, files), byContent);
});

test('what was built of a source that is gone goes too, and whoever may import it is built again', () => {
  const checkout = mkdtempSync(join(folder, 'checkout-'));
  const write = (/** @type {string} */ name, text = '') => {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    writeFileSync(join(checkout, name), text);
  };
  const project = (/** @type {string} */ at, /** @type {string[]} */ ...paths) =>
    write(at, JSON.stringify({ references: paths.map((path) => ({ path: `${path}/tsconfig.build.json` })) }));
  project('tsconfig.json', 'lib', 'service', 'other');
  project('lib/tsconfig.build.json');
  project('service/tsconfig.build.json', '../lib');
  project('other/tsconfig.build.json');
  const stale = ['lib/dist/a/gone.d.ts', 'lib/dist/a/gone.js', 'lib/dist/a/gone.js.map'];
  const builtAgain = ['lib/dist/.tsbuildinfo', 'service/dist/.tsbuildinfo'];
  const kept = ['lib/src/a/here.ts', 'lib/dist/a/here.js', 'lib/dist/a/here.d.ts', 'other/dist/.tsbuildinfo'];
  for (const name of [...stale, ...builtAgain, ...kept, 'page/dist/index.js']) write(name);
  assert.deepEqual(pruneDist(checkout), stale);
  const exists = (/** @type {string} */ name) => existsSync(join(checkout, name));
  assert.deepEqual([...stale, ...builtAgain].filter(exists), []);
  assert.ok([...kept, 'page/dist/index.js'].every(exists));
  assert.deepEqual(pruneDist(checkout), []);
});
