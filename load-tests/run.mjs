// @ts-check
import { readdirSync } from 'node:fs';
import { runScriptIn } from '../libs/stack/app/run-script-in.mjs';
import { runCommand } from '../libs/stack/machine/command.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { openStack } from '../libs/stack/state/stack.mjs';
import { startFeeder } from '../services/wallet-chain-watcher/bench/deposit-feeder.mjs';
import { WEB } from '../libs/stack/topology.mjs';
import { checkBooks } from './check-books.mjs';
import { JOURNEYS } from './files.mjs';
import { hintsOf } from './hints.mjs';
import { prepareLoad, runJourney } from './run-k6.mjs';

const WITH_DEPOSITS = ['deposit-rush', 'mixed-day'];

await runCommand(async () => {
  const stack = openStack();
  const journey = chooseJourney(process.env.journey || 'mixed-day');
  const load = await prepareLoad(stack, 100_000);
  const feeder = mayDeposit(stack, journey) ? await startFeeder(stack) : undefined;
  const { code, summary, counted } = await runJourney(load, journey, {
    BASE_URL: stack.env.BASE_URL || `http://127.0.0.1:${stack.port(WEB.port)}`,
    ...(feeder && { FEEDER_URL: feeder.url }),
  }).finally(() => feeder?.stop());
  console.log(`  all figures: ${summary}`);
  for (const hint of hintsOf(counted.results)) console.log(hint);

  // A remote stack's database is only known to its owner.
  if (stack.env.BASE_URL && !stack.env.DATABASE_URL) {
    console.log(
      'The books were not compared: DATABASE_URL names no database of BASE_URL (load-tests/README.md).',
    );
    return code;
  }
  await checkBooks(stack, counted);
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
