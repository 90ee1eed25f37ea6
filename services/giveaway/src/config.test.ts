import { readConfig } from '@likewell/service-kit/config/config';
import { giveawayConfig } from './config.js';

describe('the sources of blocks', () => {
  const read = (ENVIRONMENT: string, BITCOIN_SOURCES?: string) =>
    readConfig(giveawayConfig, {
      ENVIRONMENT,
      BITCOIN_SOURCES,
      CURSOR_SECRET: 'a secret for cursors of the tests alone',
      DATABASE_URL: 'postgres://nowhere',
      NATS_URL: 'tls://nowhere',
      NATS_CA: '-----BEGIN CERTIFICATE-----',
      NATS_SEED: 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY',
      ACTOR_PUBLIC_KEYS: 'UASIVS63V6PAKAMW3ZYEX2RNNB3Q4UMRKDIQHNMH3LRNTSWVHXMTB766',
      HEALTH_PORT: '0',
    }).BITCOIN_SOURCES;

  it.each([
    [undefined, ['https://blockstream.info/api', 'https://mempool.space/api']],
    ['https://one.example/api/, https://two.example', ['https://one.example/api', 'https://two.example']],
  ])('of production may be %j', (given, sources) => expect(read('production', given)).toEqual(sources));

  it.each(['https://one.example/api', 'https://one.example,https://one.example:8443'])(
    'of production are at two hosts, unlike %j; one is enough for development',
    (given) => {
      expect(() => read('production', given)).toThrow('BITCOIN_SOURCES: must name two different hosts');
      expect(read('development', given)).toEqual(given.split(','));
    },
  );

  it.each([
    'https://one.example/api,https://one.example/api/',
    'https://one.example/api,https://one.example/other',
    'https://one.example/api,https://two.example,https://ONE.example:443/api',
  ])('are named once each, unlike in %j', (given) => {
    for (const environment of ['production', 'development'])
      expect(() => read(environment, given)).toThrow('BITCOIN_SOURCES: must name each source once');
  });

  it.each(['', 'nonsense', 'https://one.example,,https://two.example'])('are addresses, unlike %j', (given) =>
    expect(() => read('production', given)).toThrow(/BITCOIN_SOURCES\.\d: /),
  );
});
