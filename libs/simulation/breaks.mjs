// @ts-check
// Takes fixes out of a copy of the tree, one at a time, and shows that the simulation finds each: `node
// libs/simulation/breaks.mjs [name]` with TEST_DATABASE_URL set, after a build.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_SEGMENTS = 12;

/** @type {Record<string, { file: string, from: string, to: string, finds: RegExp }>} */
const BREAKS = {
  'audit-and-relay-share-a-lock': {
    file: 'libs/service-kit/src/database/advisory-locks.ts',
    from: "':${purpose}')",
    to: "':${purpose === 'ledger-audit' ? 'outbox-relay' : purpose}')",
    finds: /an outbox does not empty/,
  },
  'cleaning-is-slow': {
    file: 'libs/service-kit/src/events/event-cleaner.ts',
    from: 'return isMore ? PAUSE_MS : IDLE_MS;',
    to: 'return isMore ? 3_600_000 : 3_600_000;',
    finds: /old rows are not cleaned up/,
  },
  'nobody-looks-for-gaps': {
    file: 'libs/service-kit/src/events/event-consumers.ts',
    from: 'return [consumer, new EventReconciler(inbox, () => consumer.behindMs(), tools)];',
    to: 'return [consumer];',
    finds: /events do not arrive/,
  },
  'a-repeated-claim-is-rejected': {
    file: 'services/wallet-chain-watcher/src/claims/claims.service.ts',
    from: 'const first = await findClaim(tx, claimant, hash);',
    to: "const first = await findClaim(tx, claimant, hashProofText(''));",
    finds: /claim/,
  },
  'a-statement-of-two-moments': {
    file: 'services/tipping-ledger/src/statements/statements.service.ts',
    from: 'accruedLine(accruedNano)]',
    to: 'accruedLine((await findLines(this.database.read, memberId, wanted, null)).accruedNano)]',
    finds: /a statement sums to no balance/,
  },
  'a-proof-runs-out-by-the-clock-of-a-replica': {
    file: 'services/wallet-chain-watcher/src/proofs/proofs.queries.ts',
    from: 'return row.expiresAt;',
    to: 'return new Date(Date.now() + PROOF_STANDS_MS);',
    finds: /a proof runs out at another time/,
  },
  'owed-bonuses-stay-owed': {
    file: 'services/tipping-ledger/src/accounts/accounts.jobs.ts',
    from: 'let last: number | null = 0;',
    to: 'let last: number | null = null;',
    finds: /an owed bonus is not paid/,
  },
  'the-former-account-is-closed-at-once': {
    file: 'services/wallet-chain-watcher/src/own-accounts/own-accounts.queries.ts',
    from: 'SET until = now() WHERE mint',
    to: 'SET until = now(), closed_at = now() WHERE mint',
    finds: /deposits are not credited rightly/,
  },
};

/** @param {string} name */
function show(name) {
  const { file, from, to, finds } = BREAKS[name] ?? {};
  if (!file || from === undefined || to === undefined || !finds)
    throw new Error(`There is no break ${name}.`);
  const tree = copyTree();
  try {
    const text = readFileSync(join(tree, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has changed; mend the break ${name}.`);
    writeFileSync(
      join(tree, file),
      text.replace(from, () => to),
    );
    const build = spawnSync('npx', ['--no-install', 'tsc', '-b', 'libs/simulation/tsconfig.build.json'], {
      cwd: tree,
      stdio: 'inherit',
    });
    if (build.status !== 0) throw new Error(`The tree with ${name} does not build.`);
    return run(name, tree, finds);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/**
 * @param {string} name
 * @param {string} tree
 * @param {RegExp} finds
 */
function run(name, tree, finds) {
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const child = [join(tree, 'libs/simulation/dist/run-segment.js'), `breaks.${segment}`];
    const { stdout } = spawnSync(process.execPath, child, { maxBuffer: 2 ** 26, encoding: 'utf8' });
    /** @type {{ findings: { what: string, detail: string }[] }} */
    const { findings } = JSON.parse(stdout);
    const found = findings.find(({ what }) => finds.test(what));
    if (found) {
      console.log(`✓ ${name}: seed breaks.${segment} finds: ${found.what}: ${found.detail}`);
      return true;
    }
    for (const { what, detail } of findings)
      console.log(`  ${name}: seed breaks.${segment}: ${what}: ${detail}`);
  }
  console.log(`✗ ${name}: nothing was found in ${MAX_SEGMENTS} segments`);
  return false;
}

/** The sources with what is built of them; packages are those of this checkout, except for ours. */
function copyTree() {
  const tree = mkdtempSync(join(tmpdir(), 'likewell-broken-'));
  for (const part of ['libs', 'services', 'gateway', 'package.json', 'tsconfig.base.json']) {
    cpSync(join(ROOT, part), join(tree, part), { recursive: true, preserveTimestamps: true });
  }
  const packages = join(tree, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@likewell') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
  const ours = join(ROOT, 'node_modules/@likewell');
  cpSync(ours, join(packages, '@likewell'), { recursive: true, verbatimSymlinks: true });
  return tree;
}

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(BREAKS);
const shown = names.map((name) => show(name));
process.exitCode = shown.every(Boolean) ? 0 : 1;
