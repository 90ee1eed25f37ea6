import { setTimeout as sleep } from 'node:timers/promises';

/** Without a pause, what asks whether the other audit has ended takes the processor that it needs. */
const PAUSE_MS = 20;

/** Repeats an audit that another one, also the service's own look whether one is due, keeps from running. */
export async function untilDone<Done>(audit: () => Promise<Done | null>): Promise<Done> {
  for (;;) {
    const done = await audit();
    if (done) return done;
    await sleep(PAUSE_MS);
  }
}
