import { api, publish, type SignedUp, signUp } from '../support/api.ts';
import { compose } from './compose.ts';
import { LightLoad } from './light-load.ts';
import { expect, test } from '../support/fixtures.ts';

/**
 * The containers to restart. The stand-ins are left out: the behaviour of external
 * services is not ours to promise.
 */
const CONTAINERS = [
  ...['web', 'gateway', 'auth', 'posts', 'tipping-ledger', 'wallet-chain-watcher', 'ai-drafting', 'giveaway'],
  ...['redis', 'nats', 'postgres'],
];

const tokensOf = async ({ token }: SignedUp) =>
  (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, token)).tokens;

test.describe('every container, restarted in turn while members tip', () => {
  test('comes back; each tip counts once, nobody is signed out, and the books are right', async () => {
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    const post = await publish(mary, 'Through every restart');
    const load = new LightLoad(post.id, tom);
    for (const name of CONTAINERS) {
      await load.flows();
      compose('restart', name);
      await load.flows();
    }
    await load.stop();

    expect(load.signedOut).toBe(0);
    expect(load.sent).toBeGreaterThan(CONTAINERS.length * 10);
    const { likes_sum } = await api<{ likes_sum: number }>('GET', `/api/posts/${post.id}`);
    expect(likes_sum).toBeCloseTo(load.sent * LightLoad.AMOUNT, 6);
    expect(await tokensOf(tom)).toBeCloseTo(100 - load.sent * LightLoad.AMOUNT, 6);
    expect(compose('exec', '-T', 'tipping-ledger', 'node', 'dist/cli/audit.js')).toContain(
      'Nothing is wrong',
    );
  });
});
