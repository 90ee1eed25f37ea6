// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runScriptIn } from '../libs/stack/app/run-script-in.mjs';
import { runCommand } from '../libs/stack/machine/command.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { ensureRunning } from '../libs/stack/processes/ensure-running.mjs';
import { stopProcess } from '../libs/stack/processes/stop.mjs';
import { takeLock } from '../libs/stack/state/lock.mjs';
import { WEB } from '../libs/stack/topology.mjs';
import { checkBooks } from './check-books.mjs';
import { doubleStack, openLoadStack } from './replicas.mjs';
import { prepareLoad, runJourney } from './run-k6.mjs';

/** Same delay as in Kubernetes between the end of new traffic to a pod and its stop. */
const LEAVE_MS = 2000;
const DRAIN_MS = 45_000;

await runCommand(async () => {
  const stack = openLoadStack();
  const prepared = await prepareLoad(stack, 1000);
  await takeLock(join(stack.state, 'lock'), `make load-rolling${stack.label}`);
  const replicas = await doubleStack(stack, process.env.only?.split(','));
  try {
    let isOver = false;
    const variables = {
      RATE: process.env.RATE || '100',
      DURATION: process.env.DURATION || '150s',
      LATENCY: '0',
      BASE_URL: `http://127.0.0.1:${stack.port(WEB.port)}`,
    };
    const load = runJourney(prepared, 'mixed-day', variables, 'rolling').finally(() => (isOver = true));
    // Its failure is told after the restarts.
    load.catch(() => undefined);
    await sleep(3000);
    for (const pair of replicas.pairs) for (const spec of pair) await step(spec.name, () => restart(spec));
    const wasUnderLoad = !isOver;
    const { code, counted } = await load;
    if (!wasUnderLoad)
      throw new UserFacingError('The load was over before the restarts; DURATION=5m makes it longer.');
    await checkBooks(stack, counted);
    const audit = await runScriptIn(stack, 'tipping-ledger', 'cli/audit');
    console.log(
      code === 0
        ? '\n✓ Both replicas of each were restarted, and no request was lost.'
        : '\n✗ Requests were lost.',
    );
    return code || audit;
  } finally {
    await replicas.remove();
  }

  /** @param {import('./replicas.mjs').ProcessSpec} spec */
  async function restart(spec) {
    const own = Number(spec.env.PORT);
    const isDoor = replicas.ports.includes(own);
    if (isDoor) {
      replicas.askOnly(replicas.ports.filter((port) => port !== own));
      await sleep(LEAVE_MS);
    }
    await stopProcess(stack.recordFile(spec.name), DRAIN_MS);
    await ensureRunning(stack, spec);
    if (isDoor) replicas.askOnly(replicas.ports);
  }
});
