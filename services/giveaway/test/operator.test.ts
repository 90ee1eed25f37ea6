import { readAccounts } from '../src/cli/read-accounts.js';
import { createGiveaway } from '../src/cli/create-giveaway.js';
import { listGiveaways } from '../src/cli/list-giveaways.js';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { chainAround, GiveawayUnderTest, SNAPSHOT } from './giveaway-under-test.js';

describe('a file of accounts', () => {
  it('has one account a line, in the first column or in the one that says so', () => {
    expect(readAccounts('alice\n@Bob\r\n').entries).toEqual(['alice', 'bob']);
    expect(readAccounts('alice;1\nbob;2').entries).toEqual(['alice', 'bob']);
    expect(readAccounts('\uFEFFname,Social Account\nAl,@alice\n"B, ob",bob').entries).toEqual([
      'alice',
      'bob',
    ]);
    expect(readAccounts('time\thandle\n1\tx.com/alice').entries).toEqual(['alice']);
    expect(readAccounts('').entries).toEqual([]);
  });

  it('is told of bad lines by their numbers, of repeated ones by how many', () => {
    const accounts = readAccounts('note,handle\n"two\nlines",@Alice\n\n,john doe\nx,ALICE\ny,a/b\n,\n');
    expect(accounts).toEqual({
      entries: ['alice'],
      repeated: 1,
      badLines: [
        { line: 5, text: 'john doe' },
        { line: 7, text: 'a/b' },
      ],
    });
  });

  it('is told of addresses that lead to no account', () => {
    const accounts = readAccounts(
      'youtube.com/channel/UCa\nyoutube.com/watch?v=a\nx.com/i/user/1\nx.com/i/user/2',
    );
    expect(accounts).toEqual({
      entries: ['uca'],
      repeated: 0,
      badLines: [
        { line: 2, text: 'youtube.com/watch?v=a' },
        { line: 3, text: 'x.com/i/user/1' },
        { line: 4, text: 'x.com/i/user/2' },
      ],
    });
  });

  it('that is no CSV is rejected whole', () => {
    expect(() => readAccounts('alice\n"bob\ncarol')).toThrow(UserFacingError);
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

  it.each([
    [{ title: '' }, 'Say title=…'],
    [{ title: 'x'.repeat(201) }, 'title may have 200 characters, not 201.'],
    [{ end: 'soon' }, 'end must be a day such as 2026-12-31.'],
    [{ end: '2026-02-30' }, 'end must be a day such as 2026-12-31.'],
    [{ end: '2026-10-31' }, 'end must not lie in the past.'],
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
      '3 entries added; 0 were there already, 1 lines repeat another one, 1 are bad.\n  line 6: "a b"',
    );
    expect(await giveaway.import(id, 'bob\ncarol')).toMatch(/^1 entries added; 1 were there already/);
    await expect(giveaway.import(id + 1, 'bob')).rejects.toThrow('There is no giveaway');
    await giveaway.setNow(SNAPSHOT);
    await expect(giveaway.import(id, 'dave')).rejects.toThrow(
      'takes no more entries: its snapshot was due Fri, Nov 20 2026, 23:59 EST.',
    );
  });
});
