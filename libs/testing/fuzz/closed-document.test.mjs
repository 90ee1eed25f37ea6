// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedDocument } from './closed-document.mjs';

const named = { type: 'object', properties: { name: { type: 'string' } } };
const open = { type: 'object', properties: {}, additionalProperties: {} };
const json = (/** @type {object} */ schema) => ({ content: { 'application/json': { schema } } });
const documentOf = (/** @type {object} */ body, /** @type {object[]} */ ...schemas) => ({
  openapi: '3.1.0',
  paths: { '/a': { post: { requestBody: json(body), responses: { 200: json({ anyOf: schemas }) } } } },
  components: { schemas: { Error: schemas[0] } },
});

test('a response has no field that the description does not have; a request may', () => {
  const closed = { ...named, additionalProperties: false };
  assert.deepEqual(closedDocument(documentOf(named, named)), documentOf(named, closed));
});

test('what says itself which further fields it takes stays as it is', () => {
  const any = { type: 'object', additionalProperties: {} };
  assert.deepEqual(closedDocument(documentOf(named, open, any)), documentOf(named, open, any));
});
