import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Nats } from '../rpc/connect-nats.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Logger } from '../telemetry/logger.js';
import { DatabaseWatch } from './database-watch.js';

/** More than the looks after which Postgres counts as lost. */
const MANY_LOOKS_MS = 10_000;

/** What another replica says when it is asked whether it has its Postgres. */
type Reply = 'yes' | 'late' | 'nobody';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A replica that has lost its Postgres, and whether it takes calls. */
function lonelyReplica() {
  const state = { reply: 'yes' as Reply, isConnected: true, takesCalls: true };
  const errors = { yes: null, late: commonErrors.DEADLINE_EXCEEDED, nobody: commonErrors.UNAVAILABLE };
  const call = () => {
    const error = state.isConnected ? errors[state.reply] : commonErrors.UNAVAILABLE;
    return error ? Promise.reject(new AppError(error)) : Promise.resolve({});
  };
  const watch = new DatabaseWatch({
    service: 'tally',
    nats: { isConnected: () => state.isConnected } as Nats,
    rpc: { call } as unknown as RpcClient,
    calls: {
      join: () => void (state.takesCalls = true),
      leave: () => Promise.resolve(void (state.takesCalls = false)),
    },
    probe: { isWritable: () => Promise.resolve(false), close: () => undefined },
    logger: { warn: () => undefined } as unknown as Logger,
  });
  watch.start();
  return { state, watch, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('a replica without Postgres that has left stays away over one late reply, and not over many', async () => {
  const { state, watch, pass } = lonelyReplica();
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(false);
  state.reply = 'late';
  await pass(2000);
  state.reply = 'yes';
  await pass(1000);
  state.reply = 'late';
  await pass(2000);
  expect(state.takesCalls).toBe(false);
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(true);
  await watch.stop();
});

it('it takes calls at its next look when nobody is there to reply, and a lost bus changes nothing', async () => {
  const { state, watch, pass } = lonelyReplica();
  await pass(MANY_LOOKS_MS);
  state.isConnected = false;
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(false);
  state.isConnected = true;
  state.reply = 'nobody';
  await pass(1000);
  expect(state.takesCalls).toBe(true);
  state.reply = 'late';
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(true);
  await watch.stop();
});
