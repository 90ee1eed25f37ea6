// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCounts, describeCounts, serverErrorsOf, totalOf } from './counts.mjs';

test('calls are added up by operation, and one of which none succeeded is named', () => {
  const counts = addCounts(
    { 'GET /a': { 200: 2, 302: 1, 404: 3 } },
    { 'GET /a': { 200: 1 }, 'GET /b': { 400: 4, 503: 1 } },
  );
  assert.equal(totalOf(counts), 12);
  assert.equal(serverErrorsOf(counts), 1);
  const text = describeCounts(counts);
  assert.match(text, /^GET \/a +4 +3 +0$/m);
  assert.match(text, /^none succeeded: GET \/b$/m);
});
