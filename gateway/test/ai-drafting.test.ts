import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { OpenAiStandIn } from '@likewell/stand-in-openai/provider';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootBeside, bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { randomUUID } from 'node:crypto';
import { HOSTILE_PROMPTS, HOSTILE_REPLIES } from './hostile-texts.js';

const KEY = 'canary-openai-key';
const PATH = '/api/ai/generate-post';
const BUDGET_NANO_USD = 2_000_000_000n;

let stack: BootedStack;
let drafting: Awaited<ReturnType<typeof bootBeside>>;
let openAi: OpenAiStandIn;
let visitor: HttpClient;

beforeAll(async () => {
  openAi = new OpenAiStandIn(KEY);
  await openAi.listen(0);
  stack = await bootStack({ TRUSTED_PROXIES: '127.0.0.1', LIMIT_DRAFT: '5/1h', MAX_DRAFTS_IN_FLIGHT: '8' });
  drafting = await bootBeside(stack, 'ai-drafting', {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: openAi.baseUrl,
    AI_DAILY_BUDGET_USD: '2',
    AI_TIMEOUT_MS: '8000',
    LOG_LEVEL: 'trace',
  });
  visitor = new HttpClient(stack.url);
});
afterEach(() => {
  openAi.faults = {};
});
afterAll(async () => {
  await drafting.stop();
  await stack.stop();
  await openAi.close();
});

let addresses = 0;
/** Asks from an address that has not asked before. */
async function ask(prompt: unknown, address = `10.1.${addresses >> 8}.${addresses++ & 255}`) {
  const response = await fetch(stack.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ prompt }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

async function spent(): Promise<bigint> {
  const { rows } = await drafting.schema.owner.query<{ spent: string }>(
    'SELECT coalesce(sum(spent_nano_usd), 0) AS spent FROM budget_day',
  );
  return BigInt(rows[0]?.spent ?? 0);
}

const DECLARED = new Set(Object.values(aiDraftingErrors).map(({ code }) => code));
const SHOWN = { title: expect.any(String), body: expect.any(String), draft_id: expect.any(String) };

/** Expects a draft, or a rejection with a declared code and one of our messages. */
function expectDraftOrSentence({ status, headers, body }: Awaited<ReturnType<typeof ask>>): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  if (status === 200) {
    expect(body).toEqual({ ...SHOWN, stand_in: expect.any(Boolean) });
    return;
  }
  expect(body.error).toMatch(/^[A-Z'][^<>]+\.$/);
  if (status === 400) expect(body.code).toBe('INVALID_INPUT');
  else {
    expect([422, 503]).toContain(status);
    expect(DECLARED).toContain(body.code);
  }
}

describe('POST /api/ai/generate-post', () => {
  it('answers a draft to anybody, and the post that begins with it says so', async () => {
    const draft = await ask('Write about keeping bees');
    expect(draft).toMatchObject({ status: 200, body: { stand_in: true } });
    const { client: maya } = await visitor.join('maya');
    const { title, body, draft_id } = draft.body;
    const created = await maya.call('POST', '/api/posts', { title, body, draft_id });
    expect(created.status).toBe(201);
    await eventually(async () => {
      const seen = await visitor.call('GET', `/api/posts/${created.body.id}`);
      expect(seen.body).toMatchObject({ title, body, drafted_with_ai: true });
    });
    const own = await maya.call('POST', '/api/posts', { title, body, draft_id: randomUUID() });
    expect(own).toMatchObject({ status: 201, body: { drafted_with_ai: false } });
    for (const wrong of ['', 'x', 7, {}, `${String(draft_id)}0`, "' OR 1=1 --"]) {
      const rejected = await maya.call('POST', '/api/posts', { title, body, draft_id: wrong });
      expect(rejected).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });

  it('is limited by address, whoever is signed in', async () => {
    const { client } = await visitor.join('noor');
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await ask('bees', '10.9.9.9')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask('bees', '10.9.9.8')).status).toBe(200);
    expect((await client.call('POST', PATH, { prompt: 'bees' })).status).toBe(200);
  });

  it('does not count what failed before the provider was asked, and counts what failed after', async () => {
    const address = '10.9.9.7';
    const often = async (prompt: unknown) => {
      const codes: unknown[] = [];
      for (let time = 0; time < 6; time += 1) codes.push((await ask(prompt, address)).body.code);
      return codes;
    };
    expect(await often('')).toEqual(Array(6).fill('INVALID_INPUT'));
    await drafting.schema.owner.query('UPDATE drafting_switch SET is_paused = true');
    expect(await often('bees')).toEqual(Array(6).fill('PAUSED'));
    await drafting.schema.owner.query('UPDATE drafting_switch SET is_paused = false');
    openAi.faults = { content: 'no JSON' };
    const [limited, ...asked] = (await often('bees')).reverse();
    expect(new Set(asked)).toEqual(new Set(['AI_UNREADABLE']));
    expect(limited).toBe('RATE_LIMITED');
  });

  it('tells a paused or used-up day by its code, with the time to wait', async () => {
    await drafting.schema.owner.query('UPDATE drafting_switch SET is_paused = true');
    const paused = await ask('bees');
    expect(paused).toMatchObject({ status: 503, body: { code: 'PAUSED' } });
    expect(paused.headers.get('retry-after')).toBe('60');
    await drafting.schema.owner.query('UPDATE drafting_switch SET is_paused = false');
    await awayFromMidnight(20_000);
    // The row of this day, which may have begun since the last draft.
    expect((await ask('bees')).status).toBe(200);
    const before = await spent();
    await drafting.schema.owner.query('UPDATE budget_day SET spent_nano_usd = $1', [
      BUDGET_NANO_USD.toString(),
    ]);
    const usedUp = await ask('bees');
    expect(usedUp).toMatchObject({ status: 503, body: { code: 'AI_BUDGET_USED_UP' } });
    expect(Number(usedUp.headers.get('retry-after'))).toBeGreaterThan(0);
    await drafting.schema.owner.query('UPDATE budget_day SET spent_nano_usd = $1', [before.toString()]);
  });

  it('tells how long the provider is busy, and no time where an operator has to act', async () => {
    openAi.faults = { endpoint: { chat: 'busy' } };
    const busy = await ask('bees');
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([
      503,
      'AI_PROVIDER_BUSY',
      '60',
    ]);
    openAi.faults = { endpoint: { chat: 'wrong-key' } };
    const wrong = await ask('bees');
    expect([wrong.status, wrong.body.code, wrong.headers.get('retry-after')]).toEqual([
      503,
      'AI_NOT_SET_UP',
      null,
    ]);
  });

  it('slow as it may be, slows nothing else', async () => {
    openAi.faults = { endpoint: { chat: 'hang' } };
    const drafts = Array.from({ length: 20 }, () => ask('bees'));
    const hanging = { yet: true };
    const answered = Promise.all(drafts).finally(() => (hanging.yet = false));
    const reads = Array.from({ length: 40 }, () => visitor.call('GET', '/api/posts/new'));
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect([statuses, hanging.yet]).toEqual([Array(40).fill(200), true]);
    const responses = await answered;
    const codes = responses.map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['OVERLOADED', 'AI_BUSY', 'AI_TIMED_OUT']));
  });

  it('while ai-drafting is down says so, and posts are saved all the same', async () => {
    const { body: draft } = await ask('bees');
    await drafting.process.stop();
    expect(await ask('bees')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    const { client } = await visitor.join('tess');
    const { title, body, draft_id } = draft;
    expect((await client.call('POST', '/api/posts', { title, body, draft_id })).status).toBe(201);
    await drafting.process.start();
    expect((await ask('bees')).status).toBe(200);
  });
});

describe('whatever is asked or answered', () => {
  it('150 hostile prompts get a draft or a sentence, and cost no more than the budget', async () => {
    expect(HOSTILE_PROMPTS).toHaveLength(150);
    for (const prompt of HOSTILE_PROMPTS) expectDraftOrSentence(await ask(prompt));
    expect(await spent()).toBeLessThanOrEqual(BUDGET_NANO_USD);
  });

  it('50 hostile replies become a draft or a sentence, and cost no more than the budget', async () => {
    expect(HOSTILE_REPLIES).toHaveLength(50);
    let drafts = 0;
    for (const reply of HOSTILE_REPLIES) {
      openAi.faults = reply;
      const response = await ask('bees');
      expectDraftOrSentence(response);
      if (response.status === 200) drafts += 1;
    }
    // Markup is treated as plain text, and data beside the text is ignored.
    expect(drafts).toBe(9);
    expect(await spent()).toBeLessThanOrEqual(BUDGET_NANO_USD);
  });

  it('no key, prompt or draft is in a log', async () => {
    const { body } = await ask('a canary about lighthouses');
    openAi.faults = { content: 'canary-content' };
    const { headers } = await ask('a canary about lighthouses');
    const logs =
      (await stack.gateway.logged(headers.get('x-request-id') ?? '')) +
      (await drafting.process.logged('a draft failed'));
    for (const secret of [KEY, 'lighthouses', 'canary-content', body.draft_id])
      expect(logs).not.toContain(secret);
  });
});
