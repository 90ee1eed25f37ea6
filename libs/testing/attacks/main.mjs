// Run by `make attack`: carries out every attack of the catalogue, by its test or live script, and prints a
// table.
import { join } from 'node:path';
import { report } from '../../stack/machine/command.mjs';
import { prepareRun } from '../run-all/prepare-run.mjs';
import { printTable } from './print-table.mjs';
import { SETTINGS } from './production-stack.mjs';
import { resultOf } from './result-of.mjs';
import { runLive, runTests, stopParts } from './run-parts.mjs';

// On a signal the running part ends and its stack is taken down as usual; attacks that did not run count as
// got through.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopParts);

/** @param {import('./catalogue.mjs').Attack} attack @returns {string} its name among the live attacks */
const nameOf = ({ threat, words }) => `${threat}: ${words}`;

async function attack() {
  const reports = await prepareRun('make attack', ['postgres', 'redis', 'nats', 'nginx', 'chromium']);
  // The live ones use what was just built, which a fresh checkout does not have when this file is loaded.
  const { ATTACKS } = await import('./catalogue.mjs');
  const only = process.env.ONLY;
  const chosen = ATTACKS.filter(
    ({ threat, part }) => !only || only.split(',').some((it) => it === threat || it === part),
  );
  const started = Date.now();
  const live = chosen.filter(({ part }) => part === 'live').map(nameOf);
  const results = live.length > 0 ? await runLive(join(reports, 'live.json'), live) : {};
  const outcomes = await runTests(reports, chosen);
  console.log(`\nThe stack of the live attacks ran\n${SETTINGS}\n`);
  const rows = chosen.map((attack) => ({
    ...attack,
    ...(attack.part === 'live'
      ? (results[nameOf(attack)] ?? { tried: 1, gotThrough: ['this live attack did not run'] })
      : resultOf(outcomes, { file: attack.file ?? '', name: attack.name ?? '' })),
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
