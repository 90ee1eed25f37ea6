import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { generatePost } from '@likewell/contracts/ai-drafting/rpc';
import type { Faults } from '@likewell/stand-in-openai/faults';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { DraftsUnderTest } from './drafts-under-test.js';

/** The budget in nano-dollars; the prices are 400 and 1,600 nano-dollars for a token. */
const BUDGET = 60_000_000n;
/** Few enough for the connections of three slow replicas: a request that waits for one too long is rejected. */
const AT_ONCE = 6;
const ROUNDS = 12;

let drafts: DraftsUnderTest;
beforeAll(async () => {
  drafts = await DraftsUnderTest.start(
    {
      AI_DAILY_BUDGET_USD: '0.06',
      AI_INPUT_USD_PER_MILLION: '0.40',
      AI_OUTPUT_USD_PER_MILLION: '1.60',
    },
    { maxDraftsAtOnce: 20, maxWaitMs: 10_000 },
  );
});
beforeEach(async () => {
  await awayFromMidnight(60_000);
  await drafts.forget();
});
afterEach(() => {
  drafts.provider.faults = {};
});
afterAll(() => drafts.stop());

/** Adds a replica for the running test alone, also if that fails: another reads the log of the first one. */
async function addReplica(variables?: Record<string, string>): Promise<void> {
  const replica = await drafts.service.addReplica(variables);
  onTestFinished(() => replica.stop());
}

it('three replicas at once never spend more than the budget, and spend it until one more call might not fit', async () => {
  await Promise.all([addReplica(), addReplica()]);
  // Each costs nearly half of what it reserves, so that few that are let in too many spend too much.
  drafts.provider.faults = { delayMs: 20, ...usage(1000, 700) };
  const before = drafts.provider.calls.chat;
  const outcomes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const together = Array.from({ length: AT_ONCE }, (_, index) => drafts.outcome(`bees ${round} ${index}`));
    outcomes.push(...(await Promise.all(together)));
    expect(await drafts.spent()).toBeLessThanOrEqual(BUDGET);
  }
  // Concurrent reservations reject more drafts than necessary; sequential drafts are written while they fit.
  do outcomes.push(await drafts.outcome('bees alone'));
  while (outcomes.at(-1) === 'written');
  const written = outcomes.filter((outcome) => outcome === 'written').length;
  expect(new Set(outcomes)).toEqual(new Set(['written', aiDraftingErrors.AI_BUDGET_USED_UP.code]));
  expect(drafts.provider.calls.chat - before).toBe(written);
  const rows = await drafts.rows();
  const real = rows.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n);
  expect(await drafts.spent()).toBe(real);
  const dearest = rows.reduce((most, { reserved }) => (reserved > most ? reserved : most), 0n);
  expect(real).toBeGreaterThan(BUDGET - dearest);
  expect(real).toBeLessThanOrEqual(BUDGET);
});

it('says how long the budget is used up: until the next day begins', async () => {
  await drafts.service.schema.owner.query(
    `INSERT INTO budget_day VALUES ((now() AT TIME ZONE 'UTC')::date, ${BUDGET.toString()})`,
  );
  const [before, midnight] = [Date.now(), new Date().setUTCHours(24, 0, 0, 0)];
  const error = await drafts.service.bus
    .call(generatePost, { prompt: 'bees' })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: aiDraftingErrors.AI_BUDGET_USED_UP.code });
  const { retryAfterSeconds } = (error as { details: { retryAfterSeconds: number } }).details;
  expect(retryAfterSeconds).toBeLessThanOrEqual(Math.ceil((midnight - before) / 1000));
  expect(retryAfterSeconds).toBeGreaterThanOrEqual((midnight - Date.now()) / 1000);
  expect(await drafts.rows()).toEqual([]);
});

it('operators see what today cost, also from a replica that wrote none of the drafts', async () => {
  await drafts.service.schema.owner.query(
    `INSERT INTO budget_day SELECT (now() AT TIME ZONE 'UTC')::date - ago, cost
     FROM (VALUES (0, 30000000), (1, 50000000)) AS days (ago, cost)`,
  );
  const port = await freePort();
  await addReplica({ HEALTH_PORT: String(port) });
  const shown = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await eventually(async () => expect(await shown()).toMatch(/^likewell_ai_spent_usd(\{.*\})? 0.03$/m));
});

const usage = (prompt: unknown, completion: unknown): Faults => ({
  response: (body) => ({ ...body, usage: { prompt_tokens: prompt, completion_tokens: completion } }),
});

describe('a draft costs', () => {
  it('what the provider counted', async () => {
    drafts.provider.faults = usage(300, 250);
    await drafts.draft('bees');
    expect(await drafts.spent()).toBe(300n * 400n + 250n * 1600n);
  });

  it.each<[string, Faults]>([
    ['a count that is missing', { response: (body) => ({ ...body, usage: undefined }) }],
    ['a negative count', usage(-1_000_000, -1_000_000)],
    ['a count of other types', usage('300', [250])],
    ['a count that is no number of tokens', usage(0.5, 1e300)],
  ])('as much as one try can, with %s', async (_, faults) => {
    drafts.provider.faults = faults;
    expect(await drafts.outcome('bees')).toBe('written');
    const [row] = await drafts.rows();
    expect(await drafts.spent()).toBe((row?.reserved ?? 0n) / 2n);
  });

  it.each<[string, Faults, bigint]>([
    ['nothing, when the provider responds with an error', { endpoint: { chat: 'busy' } }, 0n],
    ['one try, when the response cannot be read', { endpoint: { chat: 'garbage' } }, 1n],
    ['both tries, when both are cut off', { endpoint: { chat: 'drop' } }, 2n],
  ])('%s', (_, faults, tries) => expectTriesSpent(drafts, faults, tries));

  it('one try, when the response never comes', async () => {
    const hasty = await DraftsUnderTest.start({ AI_TIMEOUT_MS: '5000' });
    await expectTriesSpent(hasty, { endpoint: { chat: 'hang' } }, 1n);
    await hasty.stop();
  });

  it('what was counted, though it is more than was reserved; then the day has no budget for another', async () => {
    const warned = vi.spyOn(drafts.service.replica.logger, 'warn');
    drafts.provider.faults = usage(300, 50_000);
    expect(await drafts.outcome('bees')).toBe('written');
    const counted = 300n * 400n + 50_000n * 1600n;
    expect(await drafts.spent()).toBe(counted);
    expect(counted).toBeGreaterThan(BUDGET);
    const text: unknown = 'the provider counted more tokens than the request allows';
    // A busy machine may have the service warn of other things, such as a lost connection.
    expect(warned.mock.calls.filter(([, message]) => message === text)).toEqual([
      [expect.objectContaining({ costNanoUsd: String(counted) }), text],
    ]);
    warned.mockRestore();
    expect(await drafts.outcome('bees')).toBe(aiDraftingErrors.AI_BUDGET_USED_UP.code);
    expect(await drafts.spent()).toBe(counted);
  });

  it('200,000 tokens each way at the most, with an absurd count', async () => {
    drafts.provider.faults = usage(1e15, 1e15);
    expect(await drafts.outcome('bees')).toBe('written');
    expect(await drafts.spent()).toBe(200_000n * (400n + 1600n));
  });

  it('what was counted, when the model rejects', async () => {
    drafts.provider.faults = {
      response: (body) => ({
        ...body,
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: null, refusal: 'No.' } }],
        usage: { prompt_tokens: 100, completion_tokens: 5 },
      }),
    };
    expect(await drafts.outcome('bees')).toBe(aiDraftingErrors.AI_REFUSED.code);
    expect(await drafts.spent()).toBe(100n * 400n + 5n * 1600n);
  });

  it('all that was reserved, when the process dies over it', async () => {
    drafts.provider.faults = { endpoint: { chat: 'hang' } };
    const cut = drafts.outcome('bees');
    const row = await eventually(async () => {
      const [found] = await drafts.rows();
      expect(found).toMatchObject({ status: 'asked', cost: null });
      return found;
    });
    expect(await drafts.spent()).toBe(row?.reserved);
    // Ends the draft, which would otherwise hang until its timeout.
    await drafts.provider.close();
    expect(await cut).toBe(aiDraftingErrors.AI_UNAVAILABLE.code);
    await drafts.provider.listen(0);
  });
});

/** Expects a draft that fails to cost this many attempts. */
async function expectTriesSpent(world: DraftsUnderTest, faults: Faults, tries: bigint): Promise<void> {
  world.provider.faults = faults;
  expect(await world.outcome('bees')).not.toBe('written');
  const [row] = await world.rows();
  expect(row).toMatchObject({ status: 'failed' });
  expect(await world.spent()).toBe(((row?.reserved ?? 0n) / 2n) * tries);
}
