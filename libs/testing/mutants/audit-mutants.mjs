// @ts-check
import { bugsIn } from './mutate.mjs';

const SOURCES = 'services/tipping-ledger/src/audit';
const AUDIT = 'services/tipping-ledger/test/audit.test.ts';
const ONLINE = 'services/tipping-ledger/test/online-audit.test.ts';

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const AUDIT_MUTANTS = [
  ...bugsIn(`${SOURCES}/news-checks.ts`, ONLINE, [
    {
      bug: 'an audit that moves the mark of members although it has found something',
      from: 'const right = over.filter((member) => member.findings.isEmpty);',
      to: 'const right = over;',
      name: 'keeps what is wrong in mind until somebody has seen it right',
    },
    {
      bug: 'an audit that forgets who was wrong',
      from: 'if (!member.findings.isEmpty) wrong[member.id] = expected[member.id] ?? {};',
      to: '',
      name: 'keeps what is wrong in mind until somebody has seen it right',
    },
    {
      bug: 'an audit that compares no numbers of lines',
      from: '(has?.lines ?? 0) !== (says?.lines ?? 0) || (has?.amount ?? 0n) !== (says?.amount ?? 0n)',
      to: 'false',
      name: 'a forged tip, whether it is linked or not',
    },
  ]),
  ...bugsIn(`${SOURCES}/audit-replay.ts`, ONLINE, [
    {
      bug: 'an audit that does not compare with what it remembers of a member',
      from: 'if (made !== BigInt(compareWith.balance))',
      to: 'if (made < 0n)',
      name: 'finds a history that was changed together with all that it adds up to',
    },
    {
      bug: 'an audit that does not look where a history leads to',
      from: 'if (end === expected) return;',
      to: 'return;',
      name: 'a link that no longer leads to the line that was the newest',
    },
  ]),
  ...bugsIn(`${SOURCES}/audit-ranges.queries.ts`, ONLINE, {
    bug: 'an audit that counts what came after the mark',
    from: '(count(*) FILTER (WHERE seq <= $4::bigint))::integer,',
    to: 'count(*)::integer,',
    name: 'raises no false alarm, however much goes on beside it',
  }),
  ...bugsIn(`${SOURCES}/audit-round.ts`, ONLINE, [
    {
      bug: 'a full read that forgets its place when it is broken off',
      from: 'if (isAbort(error)) await saveProgress(tx, progress);',
      to: '',
      name: 'that is broken off after each of its chunks finds the same, while tips go on',
    },
    {
      bug: 'an audit whose findings vanish when the full read under way begins',
      from: 'const readings = [news && newsFindings(news), fullRead?.findings, lastFullRead?.findings];',
      to: 'const readings = [news && newsFindings(news), fullRead?.findings];',
      name: 'finds what was changed of old rows, chunk by chunk, and shows it until it is read again',
    },
    {
      bug: 'a full read that tells when it ended in place of when it began',
      from: 'progress.lastFullRead = { beganAt, workMs, findings };',
      to: 'progress.lastFullRead = { beganAt: new Date(Date.now() + 1000).toISOString(), workMs, findings };',
      name: 'tells when the last one began',
    },
    {
      bug: 'an audit that compares a journal with what it remembers of a later one',
      from: '  await forgetWhatNeverWas(tx, progress);',
      to: '',
      name: 'because it was put back to an earlier moment is read anew, and goes on',
    },
    {
      bug: 'an audit that remembers who is not there any more',
      from: '  await forgetCheckpointsAfter(tx, mark);',
      to: '',
      name: 'because it was put back to an earlier moment is read anew, and goes on',
    },
  ]),
  ...bugsIn(`${SOURCES}/news-audit.ts`, ONLINE, [
    {
      bug: "a round that does not compare the system's accounts",
      from: 'for (const { id, kind, balance } of target.accounts)',
      to: 'for (const { id, kind, balance } of target.accounts.slice(0, 0))',
      name: "a balance of the system's off by one nano, and promises that were never made",
    },
    {
      bug: 'an audit that goes on however many are wrong',
      from: 'const MOST_WRONG = 1000;',
      to: 'const MOST_WRONG = 10_000;',
      name: 'more than a thousand members, where it stays until they are right',
    },
  ]),
  ...bugsIn(`${SOURCES}/full-read.ts`, AUDIT, {
    bug: "a full read that does not compare the system's accounts",
    from: 'for (const { id, kind, balance } of house.accounts)',
    to: 'for (const { id, kind, balance } of house.accounts.slice(0, 0))',
    name: "a balance of the system's off by one nano",
  }),
  ...bugsIn(`${SOURCES}/audit-replay.ts`, AUDIT, {
    bug: 'a full read that leaves out the rest of a history that does not fit into a chunk',
    from: 'if (seq !== null && !range.isOver) member.next[leg] = seq;',
    to: 'if (seq === null && !range.isOver) member.next[leg] = "0";',
    name: 'is read in many statements, none of which reads much more than a chunk',
  }),
];
