import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { ConfigError } from '@likewell/service-kit/config/config-error';
import { readConfig } from '@likewell/service-kit/config/config';
import { GENESIS_HASH, MINT, RECEIVING_WALLET } from '@likewell/stand-in-solana/keys';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { Keypair } from '@solana/web3.js';
import { watcherConfig, type WatcherConfig } from '../src/config.js';
import { Chain } from '../src/solana/chain.js';
import { ChainIdentity } from '../src/solana/chain-identity.js';
import { LAPTOP_CHAIN } from '../src/solana/laptop-chain.js';
import { WatcherUnderTest } from './watcher-under-test.js';

const PRODUCTION = { ENVIRONMENT: 'production' } as const;
const ANOTHER_CHAIN = Keypair.generate().publicKey.toBase58();
const address = () => Keypair.generate().publicKey.toBase58();

it('knows the chain that every laptop has by what it says of itself', () => {
  expect(LAPTOP_CHAIN).toEqual({
    genesisHash: GENESIS_HASH,
    mint: MINT.publicKey.toBase58(),
    receivingWallet: RECEIVING_WALLET.toBase58(),
  });
});

describe('in production', () => {
  const GOOD = {
    NATS_URL: 'tls://h',
    NATS_CA: '-----BEGIN CERTIFICATE-----',
    NATS_SEED: 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY',
    ACTOR_PUBLIC_KEYS: 'UASIVS63V6PAKAMW3ZYEX2RNNB3Q4UMRKDIQHNMH3LRNTSWVHXMTB766',
    REDIS_URL: 'redis://h',
    DATABASE_URL: 'postgres://h/d',
    HEALTH_PORT: '0',
    SOLANA_RPC_URLS: 'https://one.example/key,https://two.example',
    LIKE_MINT: address(),
    RECEIVING_WALLET: address(),
  };

  it('two nodes, a mint and a wallet of our own are what it takes', () => {
    expect(readConfig(watcherConfig, GOOD)).toMatchObject({ ENVIRONMENT: 'production' });
  });

  it.each<[string, Record<string, string>]>([
    ['SOLANA_RPC_URLS', { SOLANA_RPC_URLS: 'https://one.example/a-canary,https://one.example/b-canary' }],
    ['SOLANA_RPC_URLS', { SOLANA_RPC_URLS: 'https://one.example:1/canary,https://one.example:2' }],
    ['SOLANA_RPC_URLS', { SOLANA_RPC_URLS: 'https://one.example/canary,' }],
    ['LIKE_MINT', { LIKE_MINT: LAPTOP_CHAIN.mint }],
    ['RECEIVING_WALLET', { RECEIVING_WALLET: LAPTOP_CHAIN.receivingWallet }],
  ])('%s must not be %j', (name, wrong) => {
    const read = (ENVIRONMENT: string) =>
      readConfig(watcherConfig, { ...GOOD, ...wrong, ENVIRONMENT }) as unknown;
    expect(() => read('production')).toThrow(ConfigError);
    expect(() => read('production')).toThrow(name);
    expect(() => read('production')).not.toThrow(/canary/);
    expect(() => read('development')).not.toThrow();
  });
});

describe('which chain the nodes serve', () => {
  let watcher: WatcherUnderTest;
  beforeAll(async () => {
    watcher = await WatcherUnderTest.start({ endpoints: 2 });
  });
  afterAll(() => watcher.stop());
  afterEach(() => {
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
  });

  /** Makes each node respond with this hash in place of its own, or with 503 when it is null. */
  function serve(...hashes: (string | null)[]): void {
    for (const [place, endpoint] of watcher.endpoints.entries()) {
      const hash = hashes[place];
      const fault = hash === null ? { response: 503 } : { rewrite: () => hash };
      endpoint.setFaults({ methods: ['getGenesisHash'], ...fault });
    }
  }

  async function withIdentity<T>(
    variables: Partial<WatcherConfig>,
    use: (identity: ChainIdentity) => Promise<T>,
  ): Promise<T> {
    const config = { ...watcher.config(), ...variables };
    const metrics = new Metrics('test');
    const chain = new Chain(config, createLogger('test', 'silent'), metrics);
    try {
      return await use(new ChainIdentity(chain, config));
    } finally {
      chain.onApplicationShutdown();
    }
  }
  const check = (variables: Partial<WatcherConfig>) =>
    withIdentity(variables, (identity) => identity.check());
  const real = () => ({ LIKE_MINT: address(), RECEIVING_WALLET: address() });

  it.each<[string, string[], () => Partial<WatcherConfig>]>([
    ["a laptop's chain, in development", [GENESIS_HASH, GENESIS_HASH], () => ({})],
    ['a chain of its own mint and wallet', [ANOTHER_CHAIN, ANOTHER_CHAIN], real],
    ['the same, in production', [ANOTHER_CHAIN, ANOTHER_CHAIN], () => ({ ...real(), ...PRODUCTION })],
  ])('may be %s', async (_, hashes, variables) => {
    serve(...hashes);
    expect(await check(variables())).toEqual({ problem: null, isComplete: true });
  });

  it.each<[string, string[], () => Partial<WatcherConfig>, RegExp]>([
    [
      "another with a laptop's mint",
      [ANOTHER_CHAIN, ANOTHER_CHAIN],
      () => ({ ...real(), LIKE_MINT: LAPTOP_CHAIN.mint }),
      /LIKE_MINT is a laptop's/,
    ],
    [
      "another with a laptop's wallet",
      [ANOTHER_CHAIN, ANOTHER_CHAIN],
      () => ({ ...real(), RECEIVING_WALLET: LAPTOP_CHAIN.receivingWallet }),
      /RECEIVING_WALLET is a laptop's/,
    ],
    ['two chains', [GENESIS_HASH, ANOTHER_CHAIN], real, /different chains/],
    [
      "a laptop's, in production",
      [GENESIS_HASH, GENESIS_HASH],
      () => ({ ...real(), ...PRODUCTION }),
      /stand-in of a laptop/,
    ],
  ])('must not be %s', async (_, hashes, variables, problem) => {
    serve(...hashes);
    expect((await check(variables())).problem).toMatch(problem);
  });

  it('is asked of all again after one has answered wrongly', async () => {
    await withIdentity({}, async (identity) => {
      serve(GENESIS_HASH, ANOTHER_CHAIN);
      expect((await identity.check()).problem).toMatch(/different chains/);
      serve(GENESIS_HASH, GENESIS_HASH);
      expect(await identity.check()).toEqual({ problem: null, isComplete: true });
    });
  });

  it('is known from one node while the other is away, and asked of that one again', async () => {
    serve(GENESIS_HASH, null);
    const HEALTH_PORT = String(await freePort());
    const replica = await watcher.addReplica({ HEALTH_PORT });
    const mint = async () => {
      const response = await fetch(`http://127.0.0.1:${HEALTH_PORT}/health/ready`);
      return ((await response.json()) as { checks: Record<string, boolean> }).checks.mint;
    };
    await eventually(async () => expect(await mint()).toBe(true));
    serve(GENESIS_HASH, ANOTHER_CHAIN);
    await eventually(async () => expect(await mint()).toBe(false));
    await replica.stop();
  });
});
