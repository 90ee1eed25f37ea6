import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { getSession, getSessions } from '@likewell/contracts/auth/sessions-rpc';
import { newContext, runInContext, timeLeftMs } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { setImmediate as turn } from 'node:timers/promises';
import type { RateLimiter } from './rate-limiter.js';
import { SessionStore } from './session-store.js';

type Parts = ConstructorParameters<typeof SessionStore>;

/** A store whose auth answers as this function does. */
function storeWith(call: (contract: Rpc, input: never) => Promise<unknown>): SessionStore {
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

describe('sessions that are looked up in one turn of the event loop', () => {
  const memberOf = (tokenHash: string) => ({ memberId: Number(tokenHash), role: 'member' });
  const lookUp = (store: SessionStore) =>
    Promise.allSettled(['1000', '1001', '1002'].map((tokenHash) => store.askAuth(tokenHash)));

  it('are asked for in one call', async () => {
    const calls: unknown[] = [];
    const store = storeWith((contract, { tokenHashes }: { tokenHashes: string[] }) => {
      calls.push(contract.subject);
      return Promise.resolve({ sessions: tokenHashes.map(memberOf) });
    });
    expect(await lookUp(store)).toMatchObject(
      [1000, 1001, 1002].map((memberId) => ({ status: 'fulfilled', value: { memberId } })),
    );
    expect(calls).toEqual([getSessions.subject]);
  });

  it('are asked for one by one where auth is of the release before, and fail one by one', async () => {
    const store = storeWith((contract, { tokenHash }: { tokenHash: string }) =>
      contract.subject !== getSession.subject || tokenHash === '1001'
        ? Promise.reject(new AppError(commonErrors.UNAVAILABLE))
        : Promise.resolve(memberOf(tokenHash)),
    );
    expect(await lookUp(store)).toMatchObject([
      { value: { memberId: 1000 } },
      { reason: { code: 'UNAVAILABLE' } },
      { value: { memberId: 1002 } },
    ]);
  });

  it('are found although the first of their requests has no time left', async () => {
    const store = storeWith((_contract, { tokenHashes }: { tokenHashes: string[] }) =>
      timeLeftMs() > 0
        ? Promise.resolve({ sessions: tokenHashes.map(memberOf) })
        : Promise.reject(new AppError(commonErrors.DEADLINE_EXCEEDED)),
    );
    void runInContext(newContext({ deadline: steadyNow() }), () => store.recordBegun('1000'));
    expect(await store.askAuth('1001')).toMatchObject({ memberId: 1001 });
  });

  it('are asked for once where auth is too slow', async () => {
    const calls: unknown[] = [];
    const store = storeWith((contract) => {
      calls.push(contract.subject);
      return Promise.reject(new AppError(commonErrors.DEADLINE_EXCEEDED));
    });
    expect(await lookUp(store)).toMatchObject(
      [1000, 1001, 1002].map(() => ({ reason: { code: 'DEADLINE_EXCEEDED' } })),
    );
    expect(calls).toEqual([getSessions.subject]);
  });
});
