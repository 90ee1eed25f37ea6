// @ts-check
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../libs/stack/machine/command.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { openStack } from '../libs/stack/state/stack.mjs';
import { tokensFile } from './files.mjs';
import { runSql } from './psql.mjs';

const SQL = fileURLToPath(new URL('seed.sql', import.meta.url));
const [FEWEST, MOST, MOST_POSTS] = [100, 1_000_000, 20_000];

await runCommand(async () => {
  const stack = openStack();
  const members = Number(process.env.members || 100_000);
  if (!Number.isInteger(members) || members < FEWEST || members > MOST)
    throw new UserFacingError(`members must be a number from ${FEWEST} to ${MOST}.`);
  const posts = Math.min(MOST_POSTS, Math.max(FEWEST, members / 10));
  const secret = stack.secret('load-tests.tokens');
  const filled = await step(
    `${members} members with sessions, bonuses and ${Math.floor(posts)} posts`,
    async () =>
      JSON.parse(
        await runSql(stack, SQL, { members, posts: Math.floor(posts) }, { LOAD_SECRET: secret }).then(
          lastJson,
        ),
      ),
  );
  // In the same form as in seed.sql.
  const tokens = Array.from({ length: filled.members }, (_, index) =>
    createHash('sha256')
      .update(`${secret}:${index + 1}`)
      .digest('base64url'),
  );
  const file = tokensFile(stack);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ tokens, posts: filled.posts }), { mode: 0o600 });
  chmodSync(file, 0o600);
  console.log(`Their tokens: ${file}`);
});

/** @param {string} output */
function lastJson(output) {
  return output.split('\n').findLast((line) => line.startsWith('{')) ?? '';
}
