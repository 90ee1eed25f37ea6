import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { grant, reinstate, suspend, type MemberCommand } from '../src/cli/member-commands.js';
import { securityEvents } from '../src/cli/security-events-command.js';
import { TrailUnderTest } from './trail-under-test.js';

const HOME = { network: '192.0.2.1', device: 'firefox on linux' };

let trail: TrailUnderTest;
beforeAll(async () => {
  trail = await TrailUnderTest.start();
});
afterAll(() => trail.stop());

const show = (...words: string[]) => securityEvents(trail.tools.database, words);
const showJson = async (...words: string[]) =>
  JSON.parse(await show(...words, 'format=json')) as Record<string, unknown>[];

describe('make security-events', () => {
  it('shows a member’s, newest first, as a table that says who and why', async () => {
    const { username } = await trail.join(HOME);
    await suspend(trail.tools, [`user=${username}`, 'by=anna', 'why=Sold fake tokens']);
    const [head, ...lines] = (await show(`user=${username.toUpperCase()}`)).split('\n');
    expect(head?.split(/\s+/)).toEqual(
      'at member kind method count network device by why request'.split(' '),
    );
    expect(lines.map((line) => line.split(/\s{2,}/).slice(1))).toEqual([
      [username, 'session-ended: suspended', 'anna', 'Sold fake tokens'],
      [username, 'suspended', 'anna', 'Sold fake tokens'],
      [
        ...[username, 'registered', 'password', expect.stringMatching(/^[0-9a-f]{32}$/)],
        ...[expect.stringMatching(/^[0-9a-f]{32}$/), 'member', expect.any(String)],
      ],
    ]);
  });

  it('shows all that is kept as JSON', async () => {
    const { username, memberId } = await trail.join(HOME);
    expect(await showJson(`user=${username}`)).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        kind: 'registered',
        detail: null,
        method: 'password',
        network: expect.any(String),
        device: expect.any(String),
        count: 1,
        doneBy: 'member',
        memberId,
        username,
        operator: null,
        reason: null,
        requestId: expect.any(String),
      },
    ]);
  });

  it('chooses by kind, network and time, and says where there is more', async () => {
    const other = { network: '192.0.2.55' };
    const { memberId } = await trail.join(other);
    const nobody = await trail.logIn('nobody_here', other).catch(() => null);
    expect(nobody).toBeNull();
    const [registered] = await showJson(`user=${(await trail.join()).username}`);
    const network = trail.tools.events.placeOf(null, other).network ?? '';
    expect((await showJson(`network=${network}`)).map(({ kind, username }) => [kind, username])).toEqual([
      ['sign-in-failed', null],
      ['registered', expect.any(String)],
    ]);
    const failed = await showJson(`network=${network}`, 'kind=sign-in-failed');
    expect(failed).toMatchObject([{ kind: 'sign-in-failed', memberId: null }]);
    await trail.schema.owner.query(
      `UPDATE security_event SET at = now() - interval '3 days' WHERE member_id = $1`,
      [memberId],
    );
    expect((await showJson(`network=${network}`, 'since=2d')).length).toBe(1);
    expect((await showJson(`network=${network}`, 'until=2d')).length).toBe(1);
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    expect((await showJson(`network=${network}`, `since=${day}`)).length).toBe(2);
    expect(registered).toBeDefined();

    const [newest, hint] = (await show(`network=${network}`, 'limit=1')).split('\n').slice(1);
    expect(newest).toContain('sign-in-failed');
    const until = /^There is more: (until=\S+)$/.exec(hint ?? '')?.[1] ?? '';
    expect((await showJson(`network=${network}`, until)).map(({ kind }) => kind)).toEqual(['registered']);
    expect((await show(`network=${network}`, until)).split('\n')).toHaveLength(2);
    expect(await show('since=2999-01-01')).toBe('There is nothing of that kind.');
  });

  it('does not end within a millisecond: the next list goes on before it, down to the oldest', async () => {
    const { memberId, username } = await trail.join();
    await trail.schema.owner.query(
      `UPDATE security_event SET at = '2026-01-01T00:00:00.000300Z' WHERE member_id = ${memberId}`,
    );
    await trail.schema.owner.query(
      `INSERT INTO security_event (member_id, kind, count, done_by, at)
       SELECT $1, 'session-ended', 1, 'system', timestamptz '2026-01-01T00:00:00.001Z' + n * interval '1 microsecond'
       FROM generate_series(0, 149) AS n`,
      [memberId],
    );
    const lists: string[][] = [];
    let until: string | undefined = '2026-02-01';
    while (until !== undefined && lists.length < 3) {
      const text: string = await show(`user=${username}`, `until=${until}`);
      until = /^There is more: until=(\S+)$/m.exec(text)?.[1];
      lists.push(
        text
          .split('\n')
          .slice(1)
          .map((line) => line.split(/\s{2,}/)[2] ?? line),
      );
    }
    expect(lists.map((lines) => lines.length)).toEqual([151, 1]);
    expect(lists[0]?.slice(0, 150)).toEqual(Array<string>(150).fill('session-ended'));
    expect(lists[1]).toEqual(['registered']);
  });

  it.each([
    [['user=nobody_at_all'], 'There is no member "nobody_at_all".'],
    [['kind=anything'], 'kind is one of registered, '],
    [['network=192.0.2.1'], '32 hex digits'],
    [['since=yesterday'], 'since is a time such as'],
    [['since=2026-13-01'], 'since is a time such as'],
    [['until=7w'], 'until is a time such as'],
    [['limit=0'], 'limit must be a whole number from 1 to 10000'],
    [['format=xml'], 'format is table or json'],
    [['whom=maya'], 'whom'],
  ])('says what is wrong with %j', async (words, sentence) => {
    const failed = show(...words);
    await expect(failed).rejects.toThrow(UserFacingError);
    await expect(failed).rejects.toThrow(sentence);
  });
});

describe('an operator says', () => {
  const inProduction = () => ({ ...trail.tools, rules: operatorRules('production') });

  it('who they are in production, and why they suspend somebody or give them a role', async () => {
    const { username, memberId } = await trail.join();
    const [user, by, why] = [`user=${username}`, 'by=anna', 'why=Because'];
    const who = 'Say who you are, which is kept: by=anna';
    const reason = 'Say why, which is kept: why="';
    const attempts: [MemberCommand, string[], string][] = [
      [suspend, [user], who],
      [suspend, [user, why], who],
      [suspend, [user, by], reason],
      [suspend, [user, by, 'why=  '], reason],
      [grant, [user, 'role=admin', why], who],
      [grant, [user, 'role=admin', by], reason],
      [grant, [user, 'role=admin', 'verified=true', by], reason],
      [grant, [user, 'verified=true'], who],
      [reinstate, [user], who],
    ];
    for (const [command, words, sentence] of attempts) {
      const failed = command(inProduction(), words);
      await expect(failed).rejects.toThrow(UserFacingError);
      await expect(failed).rejects.toThrow(sentence);
    }
    expect(await trail.linesOf(memberId)).toHaveLength(1);
    await grant(inProduction(), [user, 'verified=true', by]);
    await giveSecondFactor(trail.schema.owner, memberId);
    await grant(inProduction(), [user, 'role=moderator', by, why]);
    await suspend(inProduction(), [user, by, why]);
    await reinstate(inProduction(), [user, by]);
    expect((await trail.linesOf(memberId)).map(({ operator }) => operator)).toEqual([
      undefined,
      ...Array<string>(5).fill('anna'),
    ]);
  });

  it('nothing of it on a laptop, where it is whoever is logged in', () => {
    expect(operatorRules('development')).toEqual({
      presumed: expect.stringMatching(/./),
      needsReasons: false,
    });
  });

  it.each([
    ['by=anna\u001b[2J', 'by must be one line of printable text.'],
    ['why=two\nlines', 'why must be one line of printable text.'],
    ['why=\u202eright to left', 'why must be one line of printable text.'],
    [`by=${'x'.repeat(61)}`, 'by may have 60 characters, not 61.'],
    [`why=${'x'.repeat(301)}`, 'why may have 300 characters, not 301.'],
  ])('it in plain words: %j', async (word, sentence) => {
    const { username } = await trail.join();
    const failed = suspend(trail.tools, [`user=${username}`, word]);
    await expect(failed).rejects.toThrow(UserFacingError);
    await expect(failed).rejects.toThrow(sentence);
  });
});
