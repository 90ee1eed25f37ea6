// Mutants of the security log of accounts and of the access to it.
import { bugsIn } from './mutate.mjs';

const AUTH = 'services/auth';
const EVENTS = `${AUTH}/src/security-events`;
const RECORDED = `${AUTH}/test/security-events.test.ts`;
const KEPT = `${AUTH}/test/security-events-kept.test.ts`;
const LISTED = `${AUTH}/test/list-security-events.test.ts`;
const COMMANDS = `${AUTH}/test/security-events-command.test.ts`;
const MIGRATION = `${AUTH}/db/migrations/1765200000000-record-security-events.sql`;
const DELETION = `${AUTH}/db/functions/delete_old_security_events.sql`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const APPEND_ONLY = [
  ...bugsIn(MIGRATION, KEPT, [
    {
      bug: 'the service may change what is kept',
      from: "EXECUTE format('REVOKE ALL ON security_event FROM %I', working_role);",
      to: '',
      name: "is not the service’s to change: UPDATE security_event SET kind = 'signed-in'",
    },
    {
      bug: 'the service may delete what is kept',
      from: 'GRANT SELECT, INSERT (',
      to: 'GRANT DELETE, SELECT, INSERT (',
      name: 'is not the service’s to change: DELETE FROM security_event WHERE false',
    },
    {
      bug: 'the service may empty the table',
      from: 'GRANT SELECT, INSERT (',
      to: 'GRANT TRUNCATE, SELECT, INSERT (',
      name: 'is not the service’s to change: TRUNCATE security_event',
    },
    {
      bug: 'the service says when something happened',
      from: 'INSERT (member_id, kind,',
      to: 'INSERT (at, member_id, kind,',
      name: "VALUES ('signed-in', 1, 'member', now() - interval '2 years')",
    },
  ]),
  ...bugsIn(DELETION, KEPT, [
    {
      bug: 'everything is let go, however young',
      from: "WHERE at < now() - interval '400 days'",
      to: '',
      name: 'lets go what is older than 400 days, and nothing else, whatever the service has it believe',
    },
    {
      bug: 'the owner’s rights are used on a table that the service has made',
      from: "SET search_path = %I, pg_temp', current_schema()",
      to: "SET search_path = pg_temp, %I', current_schema()",
      name: 'lets go what is older than 400 days, and nothing else, whatever the service has it believe',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const WHAT_IS_KEPT = [
  ...bugsIn(`${EVENTS}/security-events.recorder.ts`, KEPT, {
    bug: 'a kind of browser is the same word for everybody',
    from: '`device ${memberId} ${origin.device}`',
    to: '`device ${origin.device}`',
    name: 'knows networks as everything else here does, and a browser differently for each member',
  }),
  ...bugsIn(`${EVENTS}/security-events.recorder.ts`, RECORDED, {
    bug: 'a browser of nobody is recognised everywhere',
    from: 'memberId === null || !origin?.device',
    to: '!origin?.device',
    name: 'at the account whose password was wrong, and as nobody’s where there is no such account',
  }),
  ...bugsIn(`${EVENTS}/failures.queries.ts`, KEPT, {
    bug: 'each failure is a row',
    from: 'WHERE current & (current - 1) = 0',
    to: '',
    name: 'of one network leaves the first, second, fourth and so on',
  }),
  ...bugsIn(`${EVENTS}/failures.recorder.ts`, KEPT, {
    bug: 'failures of many networks fill the disk',
    from: 'if (this.budget.isSpent()) return;',
    to: '',
    name: 'of many networks ends with the replica’s share of the hour, and everything else goes on',
  }),
  ...bugsIn(`${AUTH}/src/wallet-sign-in/wallet-sign-in.service.ts`, RECORDED, {
    bug: 'whoever names a wallet’s address writes into its owner’s list',
    from: "const unknown = { kind: 'sign-in-failed', method: 'wallet', origin, memberId: () => null } as const;",
    to: `const memberId = async () => {
      const sql = 'SELECT member_id AS id FROM identity WHERE subject = $1';
      const [row] = await this.database.read.query<{ id: string }[]>(sql, [address]);
      return row ? Number(row.id) : null;
    };
    const unknown = { kind: 'sign-in-failed', method: 'wallet', origin, memberId } as const;`,
    name: 'of a wallet that proved nothing, though its owner is a member, and of a response that is not Google’s',
  }),
  ...bugsIn(`${EVENTS}/security-events.queries.ts`, RECORDED, {
    bug: 'a failed try makes a browser known',
    from: "AND kind IN ('registered', 'signed-in') LIMIT 1",
    to: 'LIMIT 1',
    name: 'at the account whose password was wrong, and as nobody’s where there is no such account',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const RECORDING = [
  [
    'a sign-in',
    'sessions/session-starter.ts',
    'const isNewDevice = await this.events.recordSignIn(tx, signIn);\n    if (isNewDevice) await this.mails.notifyOfNewDevice(tx, memberId, origin);',
    'with a wallet and with Google',
  ],
  [
    'a log-out',
    'sessions/sessions.service.ts',
    "await this.events.record(tx, { memberId, kind: 'session-ended', detail: 'logged-out', origin });",
    'is recorded for who logs out, once',
  ],
  [
    'sessions that ran out',
    'sessions/sessions.service.ts',
    'await this.events.record(tx, ...ended.map((each) => ({ ...about, ...each })));',
    'is recorded for those that ran out, and is nobody’s doing',
  ],
  [
    'sessions that somebody ended',
    'sessions/sessions.service.ts',
    "await this.events.record(tx, { ...ending, memberId, kind: 'session-ended', count: ended.length });",
    'a suspension with the sessions that it ended, and its end',
  ],
  [
    'a new password',
    'passwords/password-changes.service.ts',
    "await this.events.record(tx, { memberId, kind: 'password-changed', origin });",
    'that was changed is recorded with the sessions that ended by it, and one that was not, too',
  ],
  [
    'a failure',
    'security-events/failures.recorder.ts',
    'if (detail !== undefined) await this.record(attempt, detail);',
    'of somebody who is suspended, however they prove who they are, and of a replayed message',
  ],
  [
    'a badge',
    'members/member-status.service.ts',
    "await this.events.record(tx, { memberId, kind: 'verification-changed', detail, doneBy });",
    'a role and the badge, each time that they change',
  ],
  [
    'a role',
    'members/member-status.service.ts',
    "await this.events.record(tx, { memberId, kind: 'role-changed', detail: role, doneBy });",
    'a role and the badge, each time that they change',
  ],
  [
    'a suspension',
    'members/member-status.service.ts',
    "await this.events.record(tx, { memberId, kind: 'suspended', doneBy });",
    'a suspension with the sessions that it ended, and its end',
  ],
  [
    'a reinstatement',
    'members/member-status.service.ts',
    "await this.events.record(tx, { memberId: member.memberId, kind: 'reinstated', doneBy });",
    'a suspension with the sessions that it ended, and its end',
  ],
].map(([what = '', file = '', from = '', name = '']) => ({
  bug: `${what} leaves no trace`,
  file: `${AUTH}/src/${file}`,
  from,
  to: '',
  test: RECORDED,
  name,
}));

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const WHO_SEES_IT = [
  ...bugsIn(`${EVENTS}/security-events.queries.ts`, LISTED, {
    bug: 'a member sees everybody’s events',
    from: 'WHERE member_id = $1 ${beforeId',
    to: 'WHERE $1::bigint > 0 ${beforeId',
    name: 'has each line once on its pages, whatever happens meanwhile, and nobody else’s',
  }),
  ...bugsIn(`${EVENTS}/security-events.service.ts`, LISTED, {
    bug: 'a cursor is good for everybody',
    from: '`security-events:${memberId}`',
    to: '`security-events`',
    name: 'takes no cursor but its own',
  }),
  ...bugsIn(`${AUTH}/src/cli/operator-arguments.ts`, COMMANDS, [
    {
      bug: 'an operator suspends without a reason',
      from: 'if (why === undefined && needsReasons)',
      to: 'if (why === undefined && !needsReasons && needsReasons)',
      name: 'who they are in production, and why they suspend somebody or give them a role',
    },
    {
      bug: 'an operator of people’s money is whoever is logged in',
      from: '{ presumed: null, needsReasons: true }',
      to: '{ presumed: loginName(), needsReasons: true }',
      name: 'who they are in production, and why they suspend somebody or give them a role',
    },
    {
      bug: 'an operator’s word moves the terminal’s cursor',
      from: 'PRINTABLE.test(text)',
      to: 'text.length > 0',
      name: 'it in plain words: "by=anna\\u001b[2J"',
    },
  ]),
];

export const TRAIL_MUTANTS = [...APPEND_ONLY, ...WHAT_IS_KEPT, ...RECORDING, ...WHO_SEES_IT];
