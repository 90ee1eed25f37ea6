import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DEV_WALLET = '{"devWallet":{"rpcUrl":"http://localhost:8899"}}';

function start(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync('sh', ['nginx/10-environment.sh'], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe('what the image of the page asks before nginx starts', () => {
  it('says which chain the page may call, without what may be a key', () => {
    const CHAIN_SOURCE = 'https://user:canary@rpc.example:8443/canary';
    expect(start({ CHAIN_SOURCE, PAGE_SETTINGS: '{}' })).toEqual({
      status: 0,
      said: 'web: environment production, the outside world: rpc.example:8443\n',
    });
  });

  it.each([
    ['the Dev wallet', { PAGE_SETTINGS: DEV_WALLET }, /Dev wallet/],
    ['a chain without TLS', { CHAIN_SOURCE: 'http://localhost:8899' }, /must begin with https/],
    ['an environment that is none', { ENVIRONMENT: 'laptop' }, /ENVIRONMENT must be/],
  ])('has no place for %s in production', (_, env, problem) => {
    const { status, said } = start(env);
    expect(status).toBe(1);
    expect(said).toMatch(problem);
  });

  it('lets a laptop have both', () => {
    const env = {
      ENVIRONMENT: 'development',
      CHAIN_SOURCE: 'http://localhost:8899',
      PAGE_SETTINGS: DEV_WALLET,
    };
    expect(start(env)).toMatchObject({ status: 0 });
  });
});

describe('how the image of the page reaches the gateway', () => {
  const SCRIPT = 'nginx/12-gateway.envsh';

  it('names an upstream that follows the replicas and keeps connections to them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'likewell-nginx-'));
    const GATEWAY_CONF = join(folder, 'gateway.conf');
    try {
      const env = { GATEWAY: 'gateway.example:3000', GATEWAY_CONF };
      const name = execFileSync('sh', ['-euc', `. ./${SCRIPT}; printenv GATEWAY`], { env, encoding: 'utf8' });
      const conf = readFileSync(GATEWAY_CONF, 'utf8');
      expect(conf).toMatch(`upstream ${name.trim()} {`);
      expect(conf).toMatch('server gateway.example:3000 resolve;');
      expect(conf).toMatch(/keepalive \d+;/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is a script that the image reads, as it ignores what cannot be executed', () => {
    expect(statSync(SCRIPT).mode & 0o111).toBe(0o111);
  });
});
