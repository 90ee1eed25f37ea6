import { writeDraft } from '../src/draft-writer.js';
import { OpenAiStandIn } from '../src/provider.js';

const DRAFT_FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'draft',
    strict: true,
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, body: { type: 'string' } },
      required: ['title', 'body'],
      additionalProperties: false,
    },
  },
};

const provider = new OpenAiStandIn('a key');
beforeAll(() => provider.listen(0));
afterAll(() => provider.close());
afterEach(() => {
  provider.faults = {};
});

async function post(path: string, body: unknown, key = 'a key') {
  const response = await fetch(provider.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
}

const ask = (prompt: string, more: object = {}) =>
  post('/chat/completions', {
    model: 'any',
    messages: [
      { role: 'system', content: 'Write a post.' },
      { role: 'user', content: prompt },
    ],
    response_format: DRAFT_FORMAT,
    ...more,
  });

it('writes one draft for one prompt, another for another, and says that it is a stand-in', async () => {
  const [first, again, other] = await Promise.all([
    ask('write a post about keeping bees'),
    ask('write a post about keeping bees'),
    ask('write a post about night trains'),
  ]);
  const content = first.body.choices[0].message.content;
  expect(JSON.parse(content)).toEqual({
    title: expect.stringContaining('eeping bees'),
    body: expect.stringContaining('keeping bees'),
  });
  expect(again.body.choices[0].message.content).toBe(content);
  expect(other.body.choices[0].message.content).not.toBe(content);
  expect(first.body).toMatchObject({
    object: 'chat.completion',
    model: 'any',
    system_fingerprint: 'likewell-stand-in',
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', refusal: null } }],
    usage: {
      total_tokens: Number(first.body.usage.prompt_tokens) + Number(first.body.usage.completion_tokens),
    },
  });
});

it('is cut off at the tokens that it was given', async () => {
  const { body } = await ask('bees', { max_completion_tokens: 10 });
  expect(body.choices[0]).toMatchObject({ finish_reason: 'length' });
  expect(body.choices[0].message.content).toHaveLength(40);
  expect(body.usage.completion_tokens).toBe(10);
});

it('spends its tokens on thinking where a model that thinks is not told to write at once', async () => {
  const model = { model: 'gpt-6-luna', max_completion_tokens: 800 };
  const { body: thought } = await ask('bees', model);
  expect(thought.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } });
  expect(thought.usage).toMatchObject({
    completion_tokens: 800,
    completion_tokens_details: { reasoning_tokens: 800 },
  });
  const { body } = await ask('bees', { ...model, reasoning_effort: 'none' });
  expect(body.choices[0]).toMatchObject({ finish_reason: 'stop' });
  expect(body.usage.completion_tokens_details.reasoning_tokens).toBe(0);
});

it('rejects a wrong key, an unknown address, and structured output that is not strict', async () => {
  expect(await post('/chat/completions', {}, 'another')).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
  expect((await post('/completions', {})).status).toBe(404);
  const { json_schema: format } = DRAFT_FORMAT;
  const lax = { ...DRAFT_FORMAT, json_schema: { ...format, strict: false } };
  for (const wrong of [{ response_format: lax }, { model: '' }, { messages: [] }, { stream: true }])
    expect((await ask('bees', wrong)).status).toBe(400);
});

it('rejects an effort that it does not know, or that a model which does not think is told', async () => {
  const thinking = { model: 'gpt-6-luna', reasoning_effort: 'none' };
  expect((await ask('bees', thinking)).status).toBe(200);
  for (const wrong of [{ model: 'any' }, { reasoning_effort: 'utmost' }])
    expect((await ask('bees', { ...thinking, ...wrong })).status).toBe(400);
});

it('moderates each text by its words', async () => {
  const { body } = await post('/moderations', {
    input: ['A quiet walk.', 'I will KILL the lights, or murder.'],
  });
  expect(body.results.map(({ flagged }: { flagged: boolean }) => flagged)).toEqual([false, true]);
  expect(body.results[1].categories).toMatchObject({ violence: true, hate: false });
  expect(body.results[1].category_scores.violence).toBeGreaterThan(0.9);
  expect((await post('/moderations', { input: 'The skilled painter.' })).body.results[0].flagged).toBe(false);
  expect((await post('/moderations', { input: 7 })).status).toBe(400);
});

it('misbehaves as often as it is told, and is well again', async () => {
  provider.faults = { endpoint: { moderations: 'busy' }, times: 2 };
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await post('/moderations', { input: 'x' })).status);
  expect(statuses).toEqual([429, 429, 200]);
});

it.each([
  ['', 'small things'],
  ['please write me a short post about tea', 'tea'],
  ['word '.repeat(400), 'word word'],
  ['line one\nline two\u0000', 'line one line two'],
])('a draft about %j has a title on one line that fits', (prompt, topic) => {
  const { title, body } = writeDraft(prompt);
  expect(`${title} ${body}`.toLowerCase()).toContain(topic);
  expect(title).not.toMatch(/[\p{Cc}]/u);
  expect(title.length).toBeLessThanOrEqual(130);
});

it('a topic that began a sentence is within one', () => {
  expect(writeDraft('A small bakery in Lisbon').body).toContain(' a small bakery in Lisbon');
  expect(writeDraft('Lisbon at night').body).toContain(' Lisbon at night');
});
