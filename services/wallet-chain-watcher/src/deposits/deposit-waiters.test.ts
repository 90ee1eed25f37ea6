import { ProcessState } from '@likewell/service-kit/process/process-state';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { EventEmitter, once } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';
import type { WatcherConfig } from '../config.js';
import type { Chain } from '../solana/chain.js';
import { DepositMetrics } from './deposit-metrics.js';
import type { DepositSettler } from './deposit-settler.js';
import { DepositWaiters } from './deposit-waiters.js';

it('a process that stops waits for the deposits that are being settled', async () => {
  const ledger = new EventEmitter();
  const begun = once(ledger, 'asked');
  const settle = async () => {
    ledger.emit('asked');
    await once(ledger, 'responds');
    return new Map();
  };
  const anyOf = (ask: (endpoint: never) => unknown) => ask(undefined as never);
  const state = new ProcessState();
  const waiters = new DepositWaiters(
    { anyOf, statuses: () => Promise.resolve(['finalized']) } as unknown as Chain,
    { settle } as Partial<DepositSettler> as DepositSettler,
    new DepositMetrics(new Metrics('test')),
    state,
    { DEPOSIT_POLL_MS: 20, maxWaitingDeposits: 1 } as Partial<WatcherConfig> as WatcherConfig,
    createLogger('test', 'silent'),
  );
  waiters.onApplicationBootstrap();
  const outcome = waiters.wait('signature', 10_000);
  await begun;
  state.stop();
  expect(await outcome).toBe('waiting');
  let isOver = false;
  const shutdown = waiters.beforeApplicationShutdown().then(() => (isOver = true));
  for (let turn = 0; turn < 10; turn += 1) await tick();
  expect(isOver).toBe(false);
  ledger.emit('responds');
  await shutdown;
});
