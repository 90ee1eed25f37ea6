import { setImmediate as turn } from 'node:timers/promises';
import type { RateLimiter } from './rate-limiter.js';
import { SessionStore } from './session-store.js';

type Parts = ConstructorParameters<typeof SessionStore>;

/** A store whose auth answers as this function does. */
function storeWith(call: () => Promise<unknown>): SessionStore {
  const rpc = { call } as unknown as Parts[1];
  const broadcasts: Pick<Parts[4], 'listen'> = { listen: () => undefined };
  return new SessionStore({} as Parts[0], rpc, {} as RateLimiter, {}, broadcasts as Parts[4]);
}

describe('a session that begins', () => {
  it('is known to other gateways when its member is told, where auth answers soon', async () => {
    let answer: (session: unknown) => void = () => undefined;
    const answered = new Promise<unknown>((resolve) => (answer = resolve));
    let isTold = false;
    const recorded = storeWith(() => answered)
      .recordBegun('a')
      .then(() => (isTold = true));
    await turn();
    expect(isTold).toBe(false);
    answer({ memberId: 1000, role: 'member' });
    await recorded;
  });

  it('does not keep its member waiting, where auth hangs', async () => {
    await storeWith(() => new Promise(() => undefined)).recordBegun('a');
  });

  it('begins all the same, where auth fails', async () => {
    await storeWith(() => Promise.reject(new Error('away'))).recordBegun('a');
  });
});
