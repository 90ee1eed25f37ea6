// @ts-check
// Run by `make attack`: every attack of the catalogue, by the test or the live script that carries it out, and a table.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from '../../stack/app/prepare-checkout.mjs';
import { report } from '../../stack/machine/command.mjs';
import { requireNode } from '../../stack/machine/node-version.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { installSystemPackages } from '../../stack/machine/system-packages.mjs';
import { takeLock } from '../../stack/state/lock.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';
import { ATTACKS } from './catalogue.mjs';
import { resultOf } from './outcomes.mjs';
import { printTable } from './print-table.mjs';
import { SETTINGS } from './production-stack.mjs';
import { runLive, runTests, stopParts } from './run-parts.mjs';

// What runs ends, its stack is taken down as after any other, and what did not run has not held.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopParts);

async function attack() {
  requireNode();
  const state = thisCheckoutFolder();
  claimFolder(state);
  await takeLock(join(state, 'test.lock'), 'make attack');
  await step('system packages', () =>
    installSystemPackages(['postgres', 'redis', 'nats', 'nginx', 'chromium']),
  );
  await prepareCheckout(CHECKOUT, state, 'make attack');
  const reports = join(state, 'attack-reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);

  const only = process.env.ONLY;
  const chosen = ATTACKS.filter(
    ({ threat, part }) => !only || only.split(',').some((it) => it === threat || it === part),
  );
  const started = Date.now();
  const live = chosen.filter((attack) => attack.live !== undefined);
  /** @type {Record<string, { tried: number, gotThrough: string[] }>} */
  const results =
    live.length > 0
      ? await runLive(
          join(reports, 'live.json'),
          live.map(({ live }) => live ?? ''),
        )
      : {};
  const outcomes = await runTests(reports, chosen);
  console.log(`\nThe stack of the live attacks ran\n${SETTINGS}\n`);
  const rows = chosen.map((attack) => ({
    ...attack,
    ...(attack.live === undefined
      ? resultOf(outcomes, { file: attack.file ?? '', name: attack.name ?? '' })
      : (results[attack.live] ?? { tried: 1, gotThrough: [`the live attack "${attack.live}" did not run`] })),
  }));
  return printTable(rows, Date.now() - started);
}

process.umask(0o022);
process.exit(
  await attack().catch((error) => {
    report(error);
    return 1;
  }),
);
