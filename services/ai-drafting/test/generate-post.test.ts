import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Faults } from '@likewell/stand-in-openai/faults';
import { eventually } from '@likewell/testing/eventually';
import { DraftsUnderTest } from './drafts-under-test.js';

const codeOf = (name: keyof typeof aiDraftingErrors) => aiDraftingErrors[name].code;

let drafts: DraftsUnderTest;
beforeAll(async () => {
  drafts = await DraftsUnderTest.start();
});
afterEach(async () => {
  drafts.provider.faults = {};
  await drafts.setPaused(false);
});
afterAll(() => drafts.stop());

describe('a draft', () => {
  it('fits a post, has an id of its own, and says when no model wrote it', async () => {
    const [first, again] = [await drafts.draft('bees'), await drafts.draft('bees')];
    expect(first).toEqual({
      title: expect.stringMatching(/bees/i),
      body: expect.stringContaining('bees'),
      draftId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}$/),
      isStandIn: true,
    });
    expect(again).toEqual({ ...first, draftId: expect.any(String) });
    expect(again.draftId).not.toBe(first.draftId);
    drafts.provider.faults = { response: (body) => ({ ...body, system_fingerprint: 'fp_44709d6fcb' }) };
    expect((await drafts.draft('bees')).isStandIn).toBe(false);
  });

  it('comes from a provider that gives no fingerprint, too', async () => {
    drafts.provider.faults = { response: ({ system_fingerprint: _, ...body }) => body };
    expect((await drafts.draft('bees')).isStandIn).toBe(false);
  });

  it('is told to posts by its id alone, and what was asked and answered is kept nowhere', async () => {
    const { draftId, title } = await drafts.draft('an unforgettable canary');
    const { owner } = drafts.service.schema;
    const { rows } = await owner.query<{ envelope: { data: unknown } }>(
      'SELECT envelope FROM outbox WHERE subject = $1',
      [draftWritten.subject],
    );
    expect(rows.map(({ envelope }) => envelope.data)).toContainEqual({ draftId });
    for (const table of ['draft', 'outbox', 'budget_day']) {
      const { rows: all } = await owner.query(`SELECT * FROM ${table}`);
      for (const secret of ['canary', title]) expect(JSON.stringify(all)).not.toContain(secret);
    }
  });

  it('is forgotten after 30 days, and no other', async () => {
    const [{ draftId: older }, { draftId: younger }] = [
      await drafts.draft('bees'),
      await drafts.draft('bees'),
    ];
    await drafts.service.schema.owner.query(
      `UPDATE draft SET created_at = now() - interval '30 days'
         + interval '1 hour' * CASE id WHEN $1 THEN -1 WHEN $2 THEN 1 END WHERE id IN ($1, $2)`,
      [older, younger],
    );
    const replica = await drafts.service.addReplica();
    await eventually(async () => {
      const left = (await drafts.rows()).map(({ id }) => id);
      expect(left.filter((id) => id === older || id === younger)).toEqual([younger]);
    });
    await replica.stop();
  });
});

const content = (text: string): Faults => ({ content: text });
const choice = (change: object): Faults => ({
  response: (body) => {
    const [first] = body.choices as object[];
    return { ...body, choices: [{ ...first, ...change }] };
  },
});
const refusal = { role: 'assistant', content: null, refusal: 'No.' };

describe('what goes wrong has a code of its own, ends in time, and mends by itself', () => {
  it.each<[string, Faults, keyof typeof aiDraftingErrors]>([
    ['a wrong key', { endpoint: { chat: 'wrong-key' } }, 'AI_NOT_SET_UP'],
    ['an account without credit', { endpoint: { chat: 'no-credit' } }, 'AI_NOT_SET_UP'],
    ['an account that is to be paid first', { endpoint: { chat: 'unpaid' } }, 'AI_NOT_SET_UP'],
    ['a prompt that the provider does not answer', { endpoint: { chat: 'flagged' } }, 'AI_REFUSED'],
    ['a refusal', choice({ message: refusal }), 'AI_REFUSED'],
    ['a content filter', choice({ finish_reason: 'content_filter' }), 'AI_REFUSED'],
    ['a response that was cut off', choice({ finish_reason: 'length' }), 'AI_TOO_LONG'],
    ['content that is no JSON', content('Sure! Here is your post:'), 'AI_UNREADABLE'],
    ['content of other types', content('{"title": 7, "body": ["x"]}'), 'AI_UNREADABLE'],
    ['no choices', { response: (body) => ({ ...body, choices: [] }) }, 'AI_UNREADABLE'],
    ['garbage', { endpoint: { chat: 'garbage' } }, 'AI_UNREADABLE'],
    ['an empty title', content('{"title": "  ", "body": "x"}'), 'AI_UNSUITABLE'],
    ['a title too long', content(`{"title": "${'x'.repeat(201)}", "body": "x"}`), 'AI_UNSUITABLE'],
    ['a control character', content('{"title": "x", "body": "\\u0000"}'), 'AI_UNSUITABLE'],
    ['too many requests', { endpoint: { chat: 'busy' } }, 'AI_PROVIDER_BUSY'],
    ['a fault of its own', { endpoint: { chat: 'error' } }, 'AI_UNAVAILABLE'],
    ['a redirect', { endpoint: { chat: 'redirect' } }, 'AI_UNAVAILABLE'],
    ['a cut connection', { endpoint: { chat: 'drop' } }, 'AI_UNAVAILABLE'],
    ['ten megabytes', { endpoint: { chat: 'huge' } }, 'AI_UNAVAILABLE'],
    ['no end', { endpoint: { chat: 'endless' } }, 'AI_UNAVAILABLE'],
  ])('%s', (_, faults, name) => expectFailure(drafts, faults, codeOf(name)));

  it('a response that never comes, or comes a byte now and then', async () => {
    const hasty = await DraftsUnderTest.start({ AI_TIMEOUT_MS: '5000' });
    for (const fault of ['hang', 'trickle'] as const)
      await expectFailure(hasty, { endpoint: { chat: fault } }, codeOf('AI_TIMED_OUT'));
    await hasty.stop();
  });

  it('a fault that passes is not seen at all: there is a second try', async () => {
    drafts.provider.faults = { endpoint: { chat: 'error' }, times: 1 };
    expect(await drafts.outcome('bees')).toBe('written');
  });

  it('a provider that asks us to wait for an hour is not waited for', async () => {
    drafts.provider.faults = { endpoint: { chat: 'busy' }, retryAfterMs: 3_600_000 };
    // A request that had waited would get AI_TIMED_OUT.
    expect(await drafts.outcome('bees')).toBe(codeOf('AI_PROVIDER_BUSY'));
  });

  it('drafting that is paused costs nothing and asks nobody', async () => {
    const [calls, rows] = [drafts.provider.calls.chat, (await drafts.rows()).length];
    await drafts.setPaused(true);
    expect(await drafts.outcome('bees')).toBe(commonErrors.PAUSED.code);
    await drafts.setPaused(false);
    expect([drafts.provider.calls.chat, (await drafts.rows()).length]).toEqual([calls, rows]);
    expect(await drafts.outcome('bees')).toBe('written');
  });

  it('a model that thinks is told to write at once, and one that refuses to be told is not set up until it is not', async () => {
    expect(await drafts.outcome('bees')).toBe('written');
    for (const [variables, outcome] of [
      [{ OPENAI_MODEL: 'gpt-6-luna', OPENAI_REASONING_EFFORT: '' }, codeOf('AI_TOO_LONG')],
      [{ OPENAI_MODEL: 'another' }, codeOf('AI_NOT_SET_UP')],
      [{ OPENAI_MODEL: 'another', OPENAI_REASONING_EFFORT: '' }, 'written'],
    ] as const) {
      const other = await DraftsUnderTest.start(variables);
      expect(await other.outcome('bees')).toBe(outcome);
      await other.stop();
    }
  });

  it('without a key every draft says that it is not set up', async () => {
    const without = await DraftsUnderTest.start({ OPENAI_API_KEY: '' });
    expect(await without.outcome('bees')).toBe(codeOf('AI_NOT_SET_UP'));
    expect(without.provider.calls.chat).toBe(0);
    await without.stop();
  });

  it('a provider that fails again and again is left alone', async () => {
    const tired = await failedFourTimes(600_000);
    const { chat } = tired.provider.calls;
    const rows = await tired.rows();
    const rest = { code: codeOf('AI_RESTING'), details: { retryAfterSeconds: 600 } };
    await expect(tired.draft('bees')).rejects.toMatchObject(rest);
    expect(tired.provider.calls.chat).toBe(chat);
    expect(await tired.rows()).toEqual(rows);
    await tired.stop();
  });

  it('a provider that was left alone is asked again after a rest', async () => {
    const rested = await failedFourTimes(1);
    await eventually(async () => expect(await rested.outcome('bees')).toBe('written'));
    await rested.stop();
  });
});

/** Expects one draft to fail with this code, and the next two to be written. */
async function expectFailure(world: DraftsUnderTest, faults: Faults, code: string): Promise<void> {
  world.provider.faults = faults;
  expect(await world.outcome('bees')).toBe(code);
  expect((await world.rows()).at(-1)).toMatchObject({ status: 'failed', failure: code });
  world.provider.faults = {};
  // Two drafts, so that one fault in three never opens the breaker here.
  expect([await world.outcome('bees'), await world.outcome('bees')]).toEqual(['written', 'written']);
}

/** Returns a service whose provider failed often enough to open the breaker, and works again. */
async function failedFourTimes(providerRestMs: number): Promise<DraftsUnderTest> {
  const world = await DraftsUnderTest.start({}, { providerRestMs });
  world.provider.faults = { endpoint: { chat: 'error' } };
  for (let call = 0; call < 4; call += 1) expect(await world.outcome('bees')).toBe(codeOf('AI_UNAVAILABLE'));
  world.provider.faults = {};
  return world;
}

it('no more drafts are written at once than a process may, and who waits too long is told so', async () => {
  const narrow = await DraftsUnderTest.start({}, { maxDraftsAtOnce: 2, maxWaitMs: 300 });
  // Much longer than the wait: no request gets its turn before the wait is over.
  narrow.provider.faults = { delayMs: 5000 };
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, index) => narrow.outcome(`bees ${index}`)),
  );
  expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === codeOf('AI_BUSY'))).toHaveLength(4);
  expect(narrow.provider.mostAtOnce).toBe(2);
  await narrow.stop();
});
