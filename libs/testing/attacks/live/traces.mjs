// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScriptIn } from '../../../stack/app/run-script-in.mjs';

const FORGED_CALL = 'a call is not for whom it says';
/** Minimum number of calls with the gateway's stolen key that reached the ledger. */
const FORGED_CALLS = 10;

/** Checks the logs of all previous attacks; runs at the end. @type {import('./attack.mjs').LiveAttacks} */
export const TRACES = {
  'T24: secrets of members in the logs of all this': async ({ stack, canaries }, tries) => {
    const folder = join(stack.state, 'logs');
    const files = readdirSync(folder);
    const logs = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    const secrets = [...canaries, ...stack.secrets()].filter((secret) => secret.length > 8);
    if (canaries.length < 50 || !logs.some((log) => log.includes('the outside world')))
      throw new Error('there is nothing to look for, or nowhere to look');
    for (const secret of secrets)
      tries.expect(!logs.some((log) => log.includes(secret)), `"${secret.slice(0, 6)}…" is in a log`);
  },

  'T24: inner errors by all this': async ({ stack }, tries) => {
    const folder = join(stack.state, 'logs');
    for (const file of readdirSync(folder)) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      // A forged call is logged as an alarm, and a request rejected because of overload is logged with its
      // status.
      const isTold = (/** @type {string} */ line) =>
        line.includes(FORGED_CALL) || /"status":503\b/.test(line);
      const bad = lines.filter((line) => /"level":(50|60)\b/.test(line) && !isTold(line));
      tries.expect(bad.length === 0, `${file} tells of ${bad.length}: ${bad[0]?.slice(0, 300)}`);
    }
  },

  'T24: forged calls of which nobody is told': async ({ stack }, tries) => {
    const log = readFileSync(stack.logFile('tipping-ledger'), 'utf8');
    const told = log.split('\n').filter((line) => line.includes(FORGED_CALL)).length;
    tries.expect(told >= FORGED_CALLS, `${told} forged calls are in the log of the ledger`);
  },

  'T24: books out of balance by all this': async ({ stack }, tries) => {
    tries.expect(
      (await runScriptIn(stack, 'tipping-ledger', 'cli/audit')) === 0,
      'the audit found something',
    );
  },
};
