import { readAccounts } from '../src/cli/read-accounts.js';
import { createGiveaway } from '../src/cli/create-giveaway.js';
import { listGiveaways } from '../src/cli/list-giveaways.js';
import { countEntries, insertEntries } from '../src/entries/entries.queries.js';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { eventually } from '@likewell/testing/eventually';
import { Readable } from 'node:stream';
import { chainAround, GiveawayUnderTest, SNAPSHOT } from './giveaway-under-test.js';

const read = (csv: string, column?: string) => readAccounts(Readable.from([Buffer.from(csv)]), column);

describe('a file of accounts', () => {
  it.each([
    ['alice\n@Bob\r\n', ['alice', 'bob']],
    ['alice,\nbob,\n', ['alice', 'bob']],
    ['\uFEFFname,Social Account\nAl,@alice\n"B, ob",bob', ['alice', 'bob']],
    ['time\thandle\n1\tx.com/alice', ['alice']],
    ['Email,X username\nann.smith@example.com,@ann\n', ['ann']],
    ['First name;Twitter handle\nAnn;@ann_s', ['ann_s']],
    ['Phone;telegram_user name\n1;@ann_s', ['ann_s']],
    ['Telegram\nalice', ['alice']],
    ['Twitter,\nalice,', ['alice']],
    ...[
      'Nick',
      'Name',
      'Nickname',
      'PARTICIPANTS',
      'Login',
      'telegram_nick',
      'e-mail',
      'Entry',
      '"Discord ID"',
    ].map((heading): [string, string[]] => [`${heading}\nalice`, ['alice']]),
    ['xname\nnickname', ['xname', 'nickname']],
    ['name,account\nTom &amp; Jerry,tomjerry', ['tomjerry']],
    ['Timestamp,Comment,X handle\n2026-11-02,I like it; thanks,bob', ['bob']],
    ['\uFEFF \n"a,b,\n,c";handle\n1,5;ann', ['ann']],
    ['\thandle\nAl, a\tann', ['ann']],
    ['', []],
  ])('%j has its accounts in the only column, or in the one that says so', async (csv, entries) => {
    expect((await read(csv)).entries).toEqual(entries);
  });

  it.each([
    ['Email,Nick\na@example.com,ann', 'Nick', ['ann']],
    ['Email,Nick\na@example.com,ann', 'nick', ['ann']],
    ['Email,Nick\na@example.com,ann', '2', ['ann']],
    ['a@example.com,ann\nb@example.com,bob', '2', ['ann', 'bob']],
    ['username,X handle\nann,ann_x', '2', ['ann_x']],
  ])('%j has them in the column %j if told so', async (csv, column, entries) => {
    expect((await read(csv, column)).entries).toEqual(entries);
  });

  it.each([
    [
      'Email,Nick\na@example.com,ann',
      undefined,
      'Line 1 has several columns, .*: "Email", "Nick". Say column=',
    ],
    ['alice;1\nbob;2', undefined, 'Line 1 has several columns'],
    ['alice\nbob,Bob Jones', undefined, 'Line 2 has several columns, .*: "bob", "Bob Jones"'],
    [
      'username,X handle\nann,ann_x',
      undefined,
      'Several columns may .*: "username", "X handle". Say column=',
    ],
    [
      'Email,Nick\na@example.com,ann',
      'Name',
      'There is no column "Name": the first line has "Email", "Nick".',
    ],
    ['Email,Nick\na@example.com,ann', '3', 'There is no column "3"'],
    ['alice\n"bob\ncarol', undefined, 'The file is no CSV'],
  ])('%j with the column %j is rejected whole', async (csv, column, sentence) => {
    const reading = read(csv, column);
    await expect(reading).rejects.toThrow(UserFacingError);
    await expect(reading).rejects.toThrow(new RegExp(sentence));
  });

  it('is told of bad lines by their numbers, of repeated ones by how many', async () => {
    const accounts = await read('note,handle\n"two\nlines",@Alice\n\n,john doe\nx,ALICE\ny,a/b\n,\n');
    expect(accounts).toEqual({
      entries: ['alice'],
      repeated: 1,
      badLines: [
        { line: 5, text: 'john doe' },
        { line: 7, text: 'a/b' },
      ],
    });
  });

  it.each([
    ['name,handle\nTom, Jerry,tomjerry\n"A, B",ann\n', 'Tom | Jerry | tomjerry'],
    ['name,handle,note\nTom, Jerry,tomjerry,\nA,ann,\n', 'Tom | Jerry | tomjerry | '],
    ['name,handle,\nTom, Jerry,tomjerry\nA,ann,\n', 'Tom | Jerry | tomjerry'],
    ['name;handle\nTom &amp; Jerry;tomjerry\nA;ann', 'Tom &amp | Jerry | tomjerry'],
    ['account\nalice,bob\nann,', 'alice | bob'],
    ['account\nalice;bob\nann', 'alice;bob'],
    ['account\nalice\tbob\nann', 'alice\tbob'],
  ])('%j has a bad line: which of its texts is the account is not sure', async (csv, text) => {
    expect(await read(csv)).toEqual({ entries: ['ann'], repeated: 0, badLines: [{ line: 2, text }] });
  });

  it('is told of addresses that lead to no account, and of those of mailboxes', async () => {
    const badLines = [
      'youtube.com/watch?v=a',
      'x.com/i/user/1',
      'x.com/i/user/2',
      'Ann.Smith@example.com',
      'mailto:ann@example.com',
      'x.com/ann@example.com',
    ];
    const accounts = await read(
      ['youtube.com/channel/UCa', '@ann@mastodon.example', '@ann', ...badLines].join('\n'),
    );
    expect(accounts).toEqual({
      entries: ['uca', 'ann@mastodon.example', 'ann'],
      repeated: 0,
      badLines: badLines.map((text, index) => ({ line: index + 4, text })),
    });
  });

  it('that is no UTF-8 is told of names that it spoils', async () => {
    const latin1 = Buffer.from('alice\nmüller\nmöller\n', 'latin1');
    const spoilt = 'm\uFFFDller';
    expect(await readAccounts(Readable.from([latin1]))).toEqual({
      entries: ['alice'],
      repeated: 0,
      badLines: [
        { line: 2, text: spoilt },
        { line: 3, text: spoilt },
      ],
    });
  });

  it('is read whole and once, in whatever pieces it comes: through a pipe it cannot come again', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `user${index}`);
    const csv = Buffer.from(['account', ...names].join('\n'));
    const pieces = [10, 100_000, 170_000].map((from, index, all) => csv.subarray(from, all[index + 1]));
    const { entries } = await readAccounts(Readable.from([csv.subarray(0, 10), ...pieces]));
    expect(entries).toEqual(names);
  });

  it('of more than a command has room for is rejected', async () => {
    await expect(read(`alice\n${'b'.repeat(70_000)}`)).rejects.toThrow('The file is no CSV: Max Record Size');
    await expect(read('alice\n'.repeat(200_000))).resolves.toMatchObject({ repeated: 199_999 });
    await expect(read('alice\n'.repeat(200_001))).rejects.toThrow('more than 200,000 lines; split it.');
  });
});

describe('on the command line', () => {
  let giveaway: GiveawayUnderTest;
  beforeAll(async () => {
    giveaway = await GiveawayUnderTest.start([chainAround([])]);
  });
  afterAll(() => giveaway.stop());
  const GOOD = { title: 'T', prize: 'P', audience: 'A', rules: 'R', end: '2026-11-20', winners: '1' };
  const create = (changes: Record<string, string>) =>
    createGiveaway(
      Object.entries({ ...GOOD, ...changes }).map(([name, value]) => `${name}=${value}`),
      giveaway.operator,
    );

  it('a giveaway is made, with its times in New York', async () => {
    const told = await create({ start: '2026-11-10 09:00', title: 'a = b' });
    expect(told).toContain('a = b');
    expect(told).toContain('starts    Tue, Nov 10 2026, 09:00 EST');
    expect(told).toContain('snapshot  Fri, Nov 20 2026, 23:59 EST');
    expect(told).toContain('draw      Sat, Nov 21 2026, 12:00 EST');
    expect(await listGiveaways(giveaway.operator)).toMatch(/upcoming {3}2026-11-20 +0 entries +a = b/);
  });

  it('a giveaway is made for a year at the most', async () => {
    expect(await create({ title: 'Long', end: '2027-11-01' })).toContain('is made: Long');
  });

  it('a giveaway is made once, however often its command is given', async () => {
    await create({ title: 'Once' });
    await expect(create({ title: 'Once' })).rejects.toThrow('There is the same giveaway already');
    await create({ title: 'Once', end: '2026-11-22' });
    expect((await listGiveaways(giveaway.operator)).match(/Once/g)).toHaveLength(2);
  });

  it('a giveaway is made once, though its command is given twice at the same moment', async () => {
    const writer = await giveaway.service.schema.owner.connect();
    // As long as this lasts neither of the two can be inserted.
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE giveaway IN SHARE MODE');
    const making = Promise.allSettled([create({ title: 'Twin' }), create({ title: 'Twin' })]);
    await eventually(async () => {
      const { rowCount } = await writer.query(
        `SELECT FROM pg_locks WHERE relation = 'giveaway'::regclass AND NOT granted`,
      );
      expect(rowCount).toBe(2);
    });
    await writer.query('COMMIT');
    writer.release();
    const outcomes = await making;
    const rejections = outcomes.flatMap((made) => (made.status === 'rejected' ? [String(made.reason)] : []));
    expect(rejections).toEqual([expect.stringContaining('There is the same giveaway already')]);
  });

  it('a giveaway is made while a draw is under way', async () => {
    const draw = await giveaway.service.schema.owner.connect();
    try {
      await draw.query('BEGIN');
      await draw.query('UPDATE giveaway SET tried_at = tried_at');
      expect(await create({ title: 'Meanwhile' })).toContain('is made: Meanwhile');
    } finally {
      await draw.query('ROLLBACK');
      draw.release();
    }
  });

  it.each([
    [{ title: '' }, 'Say title=…'],
    [{ title: 'x'.repeat(201) }, 'title may have 200 characters, not 201.'],
    [{ end: 'soon' }, 'end must be a day such as 2026-12-31.'],
    [{ end: '2026-02-30' }, 'end must be a day such as 2026-12-31.'],
    [{ end: '2026-10-31' }, 'end must not lie in the past.'],
    [{ end: '2027-11-02' }, 'end must lie within a year.'],
    [{ end: '9999-12-31' }, 'end must lie within a year.'],
    [{ start: 'now' }, 'start must be a time in New York'],
    [{ start: '2026-11-21' }, 'start must come before the end.'],
    [{ winners: '0' }, 'winners must be a whole number from 1 to 1000, not "0".'],
    [{ winners: '1001' }, 'winners must be'],
    [{ winners: '1.5' }, 'winners must be'],
  ])('%o is answered with a sentence', async (changes, sentence) => {
    await expect(create(changes)).rejects.toThrow(sentence);
  });

  it('entries are added once, and none once the snapshot is due', async () => {
    const id = await giveaway.create();
    expect(await giveaway.import(id, 'alice\nbob\n@ALICE\n\n?,\na b\n')).toBe(
      '3 entries added; 0 were there already, 1 lines repeat another one, 1 are bad.\n' +
        'The first one of the file is "alice".\n  line 6: "a b"',
    );
    expect(await giveaway.import(id, 'bob\ncarol')).toMatch(/^1 entries added; 1 were there already/);
    await expect(giveaway.import(id + 1, 'bob')).rejects.toThrow('There is no giveaway');
    await giveaway.setNow(SNAPSHOT);
    await expect(giveaway.import(id, 'dave')).rejects.toThrow(
      'takes no more entries: its snapshot was due Fri, Nov 20 2026, 23:59 EST.',
    );
  });

  it('no two giveaways that one noon decides get the same entries: both would draw the same winners', async () => {
    await giveaway.setNow(new Date('2026-11-01T12:00:00Z'));
    const [first, second, later] = [
      await giveaway.enter(['alice', 'bob']),
      await giveaway.enter(['alice']),
      await giveaway.create(2, '2026-11-21'),
    ];
    const { read } = giveaway.operator.database;
    await expect(giveaway.import(second, 'bob')).rejects.toThrow(
      `Nothing was added: giveaway ${first} has the same entries and is decided by the same noon`,
    );
    expect(await countEntries(read, [first, second, later])).toEqual(
      new Map([
        [first, 2],
        [second, 1],
      ]),
    );
    expect(await giveaway.import(second, 'carol')).toMatch(/^1 entries added/);
    expect(await giveaway.import(later, 'alice\nbob')).toMatch(/^2 entries added/);
    await giveaway.service.schema.owner.query(
      `UPDATE giveaway SET draw_at = draw_at + interval '1 day' WHERE id = ${second}`,
    );
    const another = await giveaway.create(2, '2026-11-21');
    await expect(giveaway.import(another, 'alice\ncarol')).rejects.toThrow(`giveaway ${second} has the same`);
  });

  it('two that get the same entries at once take turns', async () => {
    await giveaway.setNow(new Date('2026-11-01T12:00:00Z'));
    const { database, giveaways } = giveaway.operator;
    const [first, second] = [await giveaway.create(), await giveaway.create()];
    const importing = await database.transaction(async (tx) => {
      await giveaways.lockForImport(tx, first);
      await insertEntries(tx, first, ['erin']);
      const result = giveaway.import(second, 'erin').catch(String);
      const waiting =
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
      await eventually(async () => expect(await tx.query(waiting)).not.toEqual([]));
      return { result };
    });
    expect(await importing.result).toContain(`giveaway ${first} has the same entries`);
  });

  it('a column is named', async () => {
    const id = await giveaway.create();
    await expect(giveaway.import(id, 'Email,Nick\na@example.com,ann')).rejects.toThrow('Say column=NAME');
    expect(await giveaway.import(id, 'Email,Nick\na@example.com,ann', ['column=Nick'])).toMatch(/^1 entries/);
  });
});
