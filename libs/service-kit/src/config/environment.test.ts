import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { environment, outsideHosts } from './environment.js';
import { z } from 'zod';

const OUTSIDE = {
  CHAIN_URLS: ['https://one.example/v2/key-canary', 'https://user:canary@two.example:8443'],
  PRICE_URL: '',
};

describe('the kind of environment', () => {
  it('is production where nobody says another', () => {
    const schema = z.object({ ENVIRONMENT: environment });
    expect(readConfig(schema, {})).toEqual({ ENVIRONMENT: 'production' });
    expect(() => readConfig(schema, { ENVIRONMENT: 'laptop' })).toThrow(/ENVIRONMENT/);
  });

  it('leaves hosts alone of the addresses outside, and nothing that may be a key', () => {
    const hosts = outsideHosts('production', OUTSIDE);
    expect(hosts).toEqual({ CHAIN_URLS: ['one.example', 'two.example:8443'], PRICE_URL: [] });
    expect(JSON.stringify(hosts)).not.toContain('canary');
  });

  it.each(['http://solana-stand-in:8899', 'http://127.0.0.1:8899', 'http://rpc.example/canary'])(
    'has nobody asked without TLS in production, such as %s',
    (url) => {
      const outside = { ...OUTSIDE, CHAIN_URLS: ['https://one.example', url] };
      const ask = () => outsideHosts('production', outside);
      expect(ask).toThrow(ConfigError);
      expect(ask).toThrow(/CHAIN_URLS: must begin with https/);
      expect(ask).not.toThrow(/canary|PRICE_URL/);
      expect(outsideHosts('development', outside).CHAIN_URLS).toEqual(['one.example', new URL(url).host]);
    },
  );
});
