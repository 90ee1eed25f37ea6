import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { generatePost } from '@likewell/contracts/gateway/ai';
import { me } from '@likewell/contracts/gateway/auth';
import { defineRoute } from '@likewell/contracts/gateway/define-route';
import { createPost } from '@likewell/contracts/gateway/posts';
import { walletHistory } from '@likewell/contracts/gateway/wallet';
import { postErrors } from '@likewell/contracts/posts/errors';
import { statementKind } from '@likewell/contracts/tipping-ledger/statement';
import { z } from 'zod';
import { openApiDocument } from './open-api-document.js';

const thing = z.object({ items: z.array(z.object({ name: z.string() })) });
const route = { method: 'POST', path: '/api/things', summary: 'Makes a thing', limit: 'write' } as const;
const open = { ...route, access: 'public', response: thing } as const;

/** The description of this route alone. */
function documented(contract: Parameters<typeof defineRoute>[0]) {
  const document = openApiDocument([defineRoute(contract)]);
  return { document, operation: document.paths['/api/things']?.post };
}

it('a response may gain fields, and a record says what its values are', () => {
  const response = thing.extend({ counts: z.record(z.string(), z.int()) });
  const text = JSON.stringify(documented({ ...open, response }).document);
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).toContain('"additionalProperties":{"type":"integer"');
});

it('a body that takes no further fields says so', () => {
  const body = z.strictObject({ name: z.string() });
  expect(documented({ ...open, body }).operation?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { additionalProperties: false } } },
  });
});

describe('an error', () => {
  const { POST_NOT_FOUND, OWN_REVISION } = postErrors;

  it('stands with its code and its sentence at the status that it comes with', () => {
    const { operation } = documented({
      ...open,
      access: 'moderator',
      errors: [POST_NOT_FOUND, OWN_REVISION],
    });
    const { 401: signedOut, 403: forbidden, 404: missing } = operation?.responses ?? {};
    expect(missing).toEqual({
      description: '- `POST_NOT_FOUND`: Post not found',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
    for (const code of ['MODERATORS_ONLY', 'OWN_REVISION'])
      expect(forbidden).toMatchObject({ description: expect.stringContaining(`\`${code}\``) });
    expect(signedOut).toMatchObject({ headers: { 'WWW-Authenticate': { required: true } } });
  });

  it('of every route is shared by all that give no others at its status', () => {
    const { document, operation } = documented(open);
    expect(operation?.responses).toMatchObject({
      400: { $ref: '#/components/responses/Error400' },
      429: { $ref: '#/components/responses/Error429' },
      503: { $ref: '#/components/responses/Error503' },
      default: { description: 'Any other error' },
    });
    const description = 'Seconds after which to try again';
    const retryAfter = { headers: { 'Retry-After': { required: true, description } } };
    expect(document.components?.responses).toMatchObject({ Error429: retryAfter, Error503: retryAfter });
  });

  it('of a body that is no JSON is none of an upload', () => {
    const { operation } = documented({ ...open, upload: { field: 'photo', maxBytes: 1 } });
    expect(operation?.responses).not.toHaveProperty('415');
    expect(operation?.responses['400']).toMatchObject({
      description: expect.stringContaining('UPLOAD_MALFORMED'),
    });
  });

  it('that lasts need not say when to try again', () => {
    const { operation } = documented({ ...open, errors: [aiDraftingErrors.AI_NOT_SET_UP] });
    expect(operation?.responses['503']).toMatchObject({
      description: expect.stringMatching(/`OVERLOADED`.*\n- `AI_NOT_SET_UP`/),
      headers: { 'Retry-After': { required: false, description: expect.stringContaining('absent') } },
    });
  });
});

it('a parameter is described beside its schema', () => {
  const query = z.object({ by: z.string().describe('What comes first').optional() });
  expect(documented({ ...open, query }).operation?.parameters).toEqual([
    { name: 'by', in: 'query', required: false, description: 'What comes first', schema: { type: 'string' } },
  ]);
});

describe('what a client acts upon is described', () => {
  const document = openApiDocument([me, createPost, generatePost, walletHistory]);
  const fields = [
    ...['tokens', 'tokensNano', 'tokens_unknown', 'bonus_due_on', 'is_public', 'draft_id'],
    ...['retryAfterSeconds', 'ways', 'ticket'],
  ];
  it.each(fields)('%s', (name) => {
    const schemas = schemasOf(name, document);
    expect(schemas).not.toHaveLength(0);
    for (const schema of schemas) expect(schema).toHaveProperty('description');
  });

  it('each kind of history', () => {
    const [kinds] = document.paths['/api/wallet/history']?.get?.parameters ?? [];
    for (const kind of ['all', ...statementKind.options])
      expect(kinds).toMatchObject({ name: 'kinds', description: expect.stringContaining(kind) });
  });
});

/** Every schema of a property of this name. */
function schemasOf(name: string, part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as { properties?: Record<string, unknown> };
  const own = properties && name in properties ? [properties[name]] : [];
  return [...own, ...Object.values(part).flatMap((inner) => schemasOf(name, inner))];
}

it.each([{ cacheable: true }, { hasEtag: true }, { cacheable: false, hasEtag: true }])(
  'a route with %j may answer 304',
  (tag) => {
    expect(documented({ ...open, ...tag }).operation?.responses).toHaveProperty('304');
    expect(documented(open).operation?.responses).not.toHaveProperty('304');
  },
);
