// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScriptIn } from '../libs/stack/app/run-script-in.mjs';
import { runCommand } from '../libs/stack/machine/command.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { openStack } from '../libs/stack/state/stack.mjs';
import { startFeeder } from '../services/wallet-chain-watcher/bench/deposit-feeder.mjs';
import { WEB } from '../libs/stack/topology.mjs';
import { checkBooks } from './check-books.mjs';
import { loadFolder, newRun, tokensFile } from './files.mjs';
import { findK6, runK6 } from './run-k6.mjs';

const JOURNEYS = fileURLToPath(new URL('journeys', import.meta.url));
const WITH_DEPOSITS = ['deposit-rush', 'mixed-day'];

await runCommand(async () => {
  const stack = openStack();
  const journey = chooseJourney(process.env.journey || 'mixed-day');
  const tokens = tokensFile(stack);
  if (!existsSync(tokens))
    throw new UserFacingError(`There is no ${tokens}.`, ['Make it: make load-seed members=100000']);
  const k6 = await findK6(stack);
  mkdirSync(loadFolder(stack), { recursive: true });

  const { since, run } = newRun();
  const summary = join(loadFolder(stack), `${journey}-${run}.json`);
  const feeder = mayDeposit(stack, journey) ? await startFeeder(stack) : undefined;
  const code = await runK6(k6, join(JOURNEYS, `${journey}.js`), {
    BASE_URL: stack.env.BASE_URL || `http://127.0.0.1:${stack.port(WEB.port)}`,
    TOKENS_FILE: tokens,
    RUN: run,
    SUMMARY_FILE: summary,
    ...(feeder && { FEEDER_URL: feeder.url }),
  }).finally(() => feeder?.stop());
  if (!existsSync(summary)) throw new UserFacingError(`k6 ended with ${code} and left no summary.`);
  const { results } = JSON.parse(readFileSync(summary, 'utf8'));
  console.log(`  all figures: ${summary}`);
  if (results.rejected_by_limits > 0)
    console.log(
      `  ${results.rejected_by_limits} rejected by limits; for a load test start with LIMITS=load TIMEOUTS=production make up`,
    );

  // A remote stack's database is only known to its owner.
  if (stack.env.BASE_URL && !stack.env.DATABASE_URL) {
    console.log(
      'The books were not compared: DATABASE_URL names no database of BASE_URL (load-tests/README.md).',
    );
    return code;
  }
  await checkBooks(stack, { run, since, results });
  console.log('');
  const audit = stack.env.BASE_URL ? 0 : await runScriptIn(stack, 'tipping-ledger', 'cli/audit');
  return code || audit;
});

/** @param {string} name */
function chooseJourney(name) {
  const known = readdirSync(JOURNEYS).map((file) => file.replace(/\.js$/, ''));
  if (known.includes(name)) return name;
  throw new UserFacingError(`There is no journey "${name}"; there are: ${known.join(', ')}.`);
}

/**
 * Checks that deposits are tested only on the chain of this machine, where LIKE is worth nothing.
 * @param {import('../libs/stack/state/stack.mjs').Stack} stack
 * @param {string} journey
 */
function mayDeposit({ env }, journey) {
  return WITH_DEPOSITS.includes(journey) && !env.SOLANA_RPC_URLS && !env.BASE_URL;
}
