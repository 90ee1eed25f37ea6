import { BootedProcess } from '@likewell/testing/booted-process';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { makeCertificates } from '@likewell/testing/test-certificates';
import { startNats } from '@likewell/testing/test-servers';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** As long as any process of ours may take to start. */
const START_TIMEOUT_MS = 90_000;
const PRODUCTION = { ENVIRONMENT: 'production', LOG_LEVEL: 'info' };
const SERVICE = {
  NATS_URL: 'tls://127.0.0.1:1',
  NATS_CA: '-----BEGIN CERTIFICATE-----',
  REDIS_URL: 'redis://127.0.0.1:1',
  DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
  CURSOR_SECRET: 'a secret for cursors of the tests alone',
  NATS_SEED: 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY',
  ACTOR_SEED: 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY',
  ACTOR_PUBLIC_KEYS: 'UASIVS63V6PAKAMW3ZYEX2RNNB3Q4UMRKDIQHNMH3LRNTSWVHXMTB766',
  SESSION_CACHE_SECRET: 'a secret for sessions of the tests alone',
  TOTP_SECRET: 'a secret for codes of the tests alone',
  NETWORK_SECRET: 'a secret for networks of the tests alone',
  PASSWORD_OPEN_KEY: 'AAAA',
  PASSWORD_SEAL_KEY: 'AAAA',
  SMTP_URL: 'smtps://user:canary@mail.example',
  MAIL_FROM: 'Likewell <no-reply@likewell.example>',
  SITE_ORIGINS: 'https://likewell.example',
};
const CHAIN = {
  SOLANA_RPC_URLS: 'https://user:canary@one.example/canary,https://two.example:8443/canary',
  LIKE_MINT: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  RECEIVING_WALLET: 'So11111111111111111111111111111111111111112',
};
/** What production demands of every service, besides the authority of the bus. */
const OF_A_SERVICE = ['NATS_SEED', 'ACTOR_PUBLIC_KEYS'];
const IN_PRODUCTION = 'where ENVIRONMENT is production';

const start = async (folder: string, variables: Record<string, string>) => {
  const process = await NodeProcess.prepare(join(ROOT, folder), { ...PRODUCTION, ...variables });
  try {
    await process.start();
  } finally {
    await process.stop('SIGKILL');
  }
};

/** Boots it in the test's own process, which has loaded most of it already. */
const boot = async (folder: string, variables: Record<string, string>) => {
  const booted = await BootedProcess.prepare(join(ROOT, folder), { ...PRODUCTION, ...variables });
  await booted.start();
  await booted.stop();
};

/** Returns what a process that did not start found wrong, variable by variable. */
const linesOf = ({ message }: Error) =>
  message
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
    .sort();

/** Starts a NATS that accepts only TLS, and returns the configuration of its clients. */
async function securedBus() {
  const { authority, servers } = await makeCertificates(['localhost']);
  const bus = await startNats(async (folder) => {
    await writeFile(join(folder, 'tls.crt'), servers[0]?.certificate ?? '');
    await writeFile(join(folder, 'tls.key'), servers[0]?.key ?? '');
    return `tls { cert_file: "${folder}/tls.crt", key_file: "${folder}/tls.key" }\n`;
  });
  return { bus, variables: { NATS_URL: `tls://localhost:${bus.port}`, NATS_CA: authority } };
}

describe('in production', () => {
  it.each(['bitcoin', 'google', 'openai', 'prices', 'smtp', 'solana'])(
    'the stand-in %s does not start',
    async (name) => {
      const variables = {
        PORT: '0',
        WEB_PORT: '0',
        CLIENT_ID: 'a',
        CLIENT_SECRET: 'b',
        REDIRECT_URIS: '',
        API_KEY: 'c',
        DATA_FOLDER: '/d',
      };
      await expect(start(`libs/stand-ins/${name}`, variables)).rejects.toThrow(
        /ENVIRONMENT: must be development/,
      );
    },
  );

  // A start of a process is expensive: the gateway's shows that a process ends, and one boot all that each demands.
  it.each([
    ['gateway', ['NATS_SEED', 'SESSION_CACHE_SECRET', 'PASSWORD_SEAL_KEY', 'ACTOR_SEED']],
    [
      'services/auth',
      [...OF_A_SERVICE, 'SESSION_CACHE_SECRET', 'PASSWORD_OPEN_KEY', 'SMTP_URL', 'MAIL_FROM'],
    ],
    ['services/posts', OF_A_SERVICE],
    ['services/tipping-ledger', OF_A_SERVICE],
    ['services/wallet-chain-watcher', OF_A_SERVICE],
    ['services/ai-drafting', OF_A_SERVICE],
    ['services/giveaway', OF_A_SERVICE],
  ])('%s does not start on a bus without TLS and without %j, and names each', async (folder, demanded) => {
    const missing = ['NATS_CA', ...demanded];
    const given = Object.entries({ ...SERVICE, ...CHAIN }).filter(([name]) => !missing.includes(name));
    const variables = { NATS_URL: 'nats://127.0.0.1:1', PORT: '0', LIMITS: 'production' };
    const begin = folder === 'gateway' ? start : boot;
    const wrong = await begin(folder, { ...Object.fromEntries(given), ...variables }).catch(linesOf);
    expect(wrong).toEqual(
      [
        `NATS_URL: must begin with tls:// ${IN_PRODUCTION}`,
        ...missing.map((name) => `${name}: is needed ${IN_PRODUCTION}`),
      ].sort(),
    );
  });

  it('a process that cannot trust the bus ends, and says why', async () => {
    const { bus, variables } = await securedBus();
    const { authority } = await makeCertificates();
    try {
      const started = start('gateway', {
        ...SERVICE,
        ...variables,
        NATS_CA: authority,
        PORT: '0',
        LIMITS: 'production',
      });
      await expect(started).rejects.toThrow(
        /ended:[^]*NATS at tls:\/\/localhost:\d+ cannot be trusted: .*certificate/,
      );
    } finally {
      await bus.remove();
    }
  });

  it('the gateway does not start with the limits of a laptop', async () => {
    const variables = { ...SERVICE, PORT: '0', LIMITS: 'laptop' };
    await expect(boot('gateway', variables)).rejects.toThrow(/LIMITS: must be production/);
  });

  it.each<[string, Record<string, string>]>([
    ['ai-drafting', { OPENAI_BASE_URL: 'http://openai-stand-in:8094/v1' }],
    ['auth', { GOOGLE_ISSUER: 'http://google-stand-in:8089' }],
    ['giveaway', { BITCOIN_SOURCES: 'http://bitcoin-stand-in:8096,http://another-stand-in:8096' }],
    ['posts', { MODERATION_BASE_URL: 'http://openai-stand-in:8094/v1' }],
    [
      'wallet-chain-watcher',
      {
        SOLANA_RPC_URLS: 'http://rpc.example,http://two.example',
        SOLANA_PUBLIC_RPC_URL: 'http://rpc.example',
        PRICE_API_URL: 'http://price-stand-in:8095',
        PRICE_HISTORY_URL: 'http://price-stand-in:8095',
      },
    ],
  ])('%s does not start with stand-ins at %j, and names each', async (service, standIns) => {
    const wrong = await boot(`services/${service}`, { ...SERVICE, ...CHAIN, ...standIns }).catch(linesOf);
    expect(wrong).toEqual(
      Object.keys(standIns)
        .map((name) => `${name}: must begin with https:// ${IN_PRODUCTION}`)
        .sort(),
    );
  });
});

it('a process says at its start whom it speaks to outside: hosts, and nothing that may be a key', async () => {
  const { bus, variables } = await securedBus();
  const watcher = await NodeProcess.prepare(join(ROOT, 'services/wallet-chain-watcher'), {
    ...{ ...PRODUCTION, ...SERVICE, ...CHAIN, ...variables },
    ...{ PRICE_API_URL: 'https://price.example/v3?key=canary', PRICE_API_KEY: 'canary' },
  });
  try {
    // It is never ready, because there is no database.
    await watcher.startUntil(
      eventually(() => expect(watcher.log).toContain('the outside world'), START_TIMEOUT_MS),
    );
    const { log } = watcher;
    const line = log.split('\n').find((each) => each.includes('the outside world')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      environment: 'production',
      outside: {
        SOLANA_RPC_URLS: ['one.example', 'two.example:8443'],
        SOLANA_PUBLIC_RPC_URL: [],
        PRICE_API_URL: ['price.example'],
        PRICE_HISTORY_URL: [],
      },
    });
    expect(log).not.toContain('canary');
  } finally {
    await watcher.stop('SIGKILL');
    await bus.remove();
  }
});
