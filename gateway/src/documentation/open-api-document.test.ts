import { defineRoute } from '@likewell/contracts/gateway/define-route';
import { z } from 'zod';
import { openApiDocument } from './open-api-document.js';

const thing = z.object({ items: z.array(z.object({ name: z.string() })) });
const route = { method: 'POST', path: '/api/things', summary: 'Makes a thing', access: 'public' } as const;

it('a response may gain fields, and a record says what its values are', () => {
  const response = thing.extend({ counts: z.record(z.string(), z.int()) });
  const document = openApiDocument([defineRoute({ ...route, limit: 'write', response })]);
  const text = JSON.stringify(document);
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).toContain('"additionalProperties":{"type":"integer"');
});

it('a body that takes no further fields says so', () => {
  const body = z.strictObject({ name: z.string() });
  const document = openApiDocument([defineRoute({ ...route, limit: 'write', body, response: thing })]);
  expect(document.paths['/api/things']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { additionalProperties: false } } },
  });
});
