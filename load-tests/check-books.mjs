// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runSql } from './psql.mjs';

const SQL = fileURLToPath(new URL('checks/conservation.sql', import.meta.url));
const [TRIES, PAUSE_MS] = [10, 2000];

/**
 * Compares the journal with what k6 counted, and prints both.
 * @param {import('../libs/stack/state/stack.mjs').Stack} stack
 * @param {{ run: string, since: Date, results: Record<string, number> }} counted
 * @throws UserFacingError when they do not agree
 */
export async function checkBooks(stack, { run, since, results }) {
  const counts = Object.entries(results).filter(([name]) => /_(accepted|unanswered)(_nano)?$/.test(name));
  const variables = { run, since: since.toISOString(), ...Object.fromEntries(counts) };
  for (let tries = 1; ; tries += 1) {
    const said = await runSql(stack, SQL, variables).catch((error) => error);
    if (typeof said === 'string') return console.log(said);
    // A bonus whose account opens by the event, or a deposit that is still under way, arrives within seconds.
    if (tries === TRIES) throw said;
    await sleep(PAUSE_MS);
  }
}
