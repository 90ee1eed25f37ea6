import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Nats } from '../rpc/connect-nats.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Logger } from '../telemetry/logger.js';
import { DatabaseWatch } from './database-watch.js';

/** More than the looks after which Postgres counts as lost. */
const MANY_LOOKS_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A replica that has lost its Postgres, and whether it takes calls. */
function lonelyReplica() {
  const state = { othersReply: true, isConnected: true, takesCalls: true };
  const call = () =>
    state.othersReply && state.isConnected
      ? Promise.resolve({})
      : Promise.reject(new AppError(commonErrors.UNAVAILABLE));
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

it('a replica without Postgres that has left stays away over two replies that do not come, and not over many', async () => {
  const { state, watch, pass } = lonelyReplica();
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(false);
  for (let round = 0; round < 3; round += 1) {
    state.othersReply = false;
    await pass(2000);
    expect(state.takesCalls).toBe(false);
    state.othersReply = true;
    await pass(1000);
  }
  state.othersReply = false;
  await pass(3000);
  expect(state.takesCalls).toBe(true);
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(true);
  await watch.stop();
});

it('a lost bus changes nothing', async () => {
  const { state, watch, pass } = lonelyReplica();
  await pass(MANY_LOOKS_MS);
  state.isConnected = false;
  await pass(MANY_LOOKS_MS);
  expect(state.takesCalls).toBe(false);
  await watch.stop();
});
