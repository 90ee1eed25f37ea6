import { readConfig } from '@likewell/service-kit/config/config';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { BitcoinStandIn } from '@likewell/stand-in-bitcoin/stand-in';
import { BlockSources } from '../src/bitcoin/block-sources.js';
import { giveawayConfig, type GiveawayConfig } from '../src/config.js';
import { windowOf } from '../src/giveaways/calendar.js';
import { atNoonPlus, chainAround, CONFIRMED } from './giveaway-under-test.js';
import { REAL_NOON, startRealExplorer } from './real-blocks.js';

const explorer = new BitcoinStandIn(chainAround(CONFIRMED));
beforeAll(() => explorer.listen(0));
afterAll(() => explorer.close());

async function ask(url: string, changes: Partial<GiveawayConfig> = {}, noon = atNoonPlus(0)) {
  const config = readConfig(giveawayConfig, {
    BITCOIN_SOURCES: url,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    DATABASE_URL: 'postgres://nowhere',
    NATS_URL: 'nats://nowhere',
    ENVIRONMENT: 'development',
    HEALTH_PORT: '0',
  });
  const sources = new BlockSources({ ...config, ...changes }, new ProcessState());
  try {
    return await sources.ask(windowOf(noon));
  } finally {
    sources.onApplicationShutdown();
  }
}

it('of a source its host and port alone are told, whether it names a block or not', async () => {
  const { host } = new URL(explorer.origin);
  expect(await ask(explorer.origin)).toMatchObject({ block: { sources: [host] } });
  const unavailable = await ask(`${explorer.origin}/a-secret-key/api`);
  expect(unavailable).toMatchObject({ said: [{ source: host, answer: 'answered 404' }] });
  expect(JSON.stringify(unavailable)).not.toContain('a-secret-key');
});

it("Bitcoin's own blocks are believed in production", async () => {
  const real = await startRealExplorer();
  expect(await ask(real.origin, { ENVIRONMENT: 'production' }, REAL_NOON)).toMatchObject({
    block: { kind: 'first-after', before: { height: 829_703 }, after: { height: 829_704 } },
  });
  real.close();
});

it('a source with wrong median times, by which the search begins after noon, decides nothing', async () => {
  const real = await startRealExplorer();
  const hourBefore = new Date(REAL_NOON.getTime() - 3_600_000);
  expect(await ask(real.origin, {}, hourBefore)).toMatchObject({
    block: null,
    said: [{ answer: 'the search begins after noon' }],
  });
  real.close();
});

it('made-up blocks decide nothing in production', async () => {
  expect(await ask(explorer.origin, { ENVIRONMENT: 'production' })).toMatchObject({
    block: null,
    said: [{ answer: 'a block is made up' }],
  });
});
