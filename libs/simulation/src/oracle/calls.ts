import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import type { Crowd, Outcome } from '../workload/crowd.js';

/** Time after which no effect of a pause, a restart or a late message is left. */
const CALM_MS = 45_000;
const CALLS = 20;
const EVERY_MS = 200;
const ANSWERED_WITHIN_MS = 10_000;

/** Checks that without a fault every call is answered, whatever the clocks of callers and services say. */
export async function expectServed(crowd: Crowd): Promise<void> {
  const { world, members } = crowd;
  const { scheduler, clients } = world;
  const codes: (string | null)[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    scheduler.after(CALM_MS + call * EVERY_MS, clients, null, () => {
      const memberId = world.random.pick(members);
      const outcome: Promise<Outcome<unknown>> =
        call % 2 === 0 ? crowd.call(getBalance, { memberId }) : crowd.call(getDepositSettings, { memberId });
      void outcome.then(({ code }) => codes.push(code));
    });
  }
  const isOver = () => world.findings.length > 0;
  await scheduler.runUntil(scheduler.nowMs + CALM_MS + CALLS * EVERY_MS + ANSWERED_WITHIN_MS, isOver);
  const rejected = codes.filter((code) => code !== null);
  if (!isOver() && codes.length - rejected.length < CALLS)
    world.find('a call without a fault is not answered', rejected.join(', '));
}
