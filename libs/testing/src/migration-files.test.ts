import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const CHECKOUT = join(import.meta.dirname, '../../..');
const SERVICES = readdirSync(join(CHECKOUT, 'services')).map((name) => `services/${name}`);
const FILES = ['libs/service-kit', ...SERVICES]
  .map((owner) => join(CHECKOUT, owner, 'db/migrations'))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

/** Older than the rule; what they did to large tables is done. */
const BEFORE_THE_RULE = [
  '1763702000000-create-follows.sql',
  '1763740000000-keep-avatars-and-former-usernames.sql',
  '1763801000000-settle-tips-in-one-statement.sql',
  '1763910000000-moderate-revisions.sql',
  '1763920000000-remember-drafts.sql',
  '1763950200000-index-movements-but-settlements.sql',
  '1764400000000-list-own-accounts.sql',
  '1765100000000-tell-lookalike-usernames.sql',
  '1765402100000-list-sessions.sql',
  '1765402200000-add-and-remove-sign-in-methods.sql',
  '1765403100000-verify-email-addresses.sql',
  '1765415000000-mark-used-drafts.sql',
  '1765419100000-remember-taken-wallets.sql',
];

/** Returns whether a migration reads a table that was there before while others wait for it. */
function makesOthersWait(sql: string): boolean {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  const created = statements.flatMap((one) => /^CREATE TABLE (\w+)/.exec(one)?.[1] ?? []);
  const indexed = statements.flatMap(
    (one) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*?\bON (\w+)/.exec(one)?.[1] ?? [],
  );
  const altered = statements
    .filter(readsItsTable)
    .flatMap((one) => /^ALTER TABLE (\w+)/.exec(one)?.[1] ?? []);
  const validates = statements.filter((one) => one.includes(' VALIDATE CONSTRAINT '));
  return (
    [...indexed, ...altered].some((table) => !created.includes(table)) ||
    statements.some((one) => /^DROP INDEX (?!CONCURRENTLY)/.test(one)) ||
    (validates.length > 0 && validates.length < statements.length)
  );
}

/** Returns whether an ALTER TABLE looks at every row under the lock that it takes to change the table. */
function readsItsTable(statement: string): boolean {
  const [, ...added] = statement.split(/ ADD (?=CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)/);
  return (
    added.some((one) => !/ NOT VALID\b| USING INDEX /.test(one)) ||
    / SET NOT NULL\b/.test(statement) ||
    (added.length > 0 && statement.includes(' VALIDATE CONSTRAINT '))
  );
}

it('indexes of tables that are there are built and dropped beside their writers, and constraints checked by themselves', () => {
  expect(FILES.length).toBeGreaterThan(100);
  const found = FILES.filter((file) => makesOthersWait(readFileSync(file, 'utf8')));
  expect(found.map((file) => basename(file)).sort()).toEqual(BEFORE_THE_RULE);
});

it.each([
  ['CREATE TABLE t (id int); CREATE INDEX i ON t (id);', false],
  ['CREATE UNIQUE INDEX i ON t (id);', true],
  ['ALTER TABLE t ADD c int;\nCREATE INDEX i\n  ON t (c);', true],
  ['CREATE INDEX CONCURRENTLY i ON t (id);', false],
  ['DROP INDEX i;', true],
  ['DROP INDEX CONCURRENTLY IF EXISTS i;', false],
  ['ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0) NOT VALID; ALTER TABLE t VALIDATE CONSTRAINT c;', true],
  [
    '-- CREATE INDEX i ON t (id);\nALTER TABLE t VALIDATE CONSTRAINT c; ALTER TABLE u VALIDATE CONSTRAINT d;',
    false,
  ],
  ['ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0);', true],
  ['ALTER TABLE t ADD CONSTRAINT c UNIQUE (a);', true],
  ['ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES u;', true],
  ['ALTER TABLE t ADD UNIQUE (a);', true],
  ['ALTER TABLE t ALTER COLUMN a SET NOT NULL;', true],
  ['CREATE INDEX IF NOT EXISTS i ON t (a);', true],
  ['CREATE INDEX ON t (a);', true],
  ['ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0) NOT VALID, VALIDATE CONSTRAINT c;', true],
  ['ALTER TABLE t DROP CONSTRAINT c,\n  ADD CONSTRAINT c CHECK (id > 0) NOT VALID;', false],
  ['ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0) NOT VALID, ADD CONSTRAINT d CHECK (a > 0);', true],
  ['ALTER TABLE t ADD CONSTRAINT c UNIQUE USING INDEX i;', false],
  [
    'CREATE TABLE t (id int); ALTER TABLE t ADD CONSTRAINT c UNIQUE (id), ALTER COLUMN id SET NOT NULL;',
    false,
  ],
])('%s makes others wait: %s', (sql, waits) => {
  expect(makesOthersWait(sql)).toBe(waits);
});
