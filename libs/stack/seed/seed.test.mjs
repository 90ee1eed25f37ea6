// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidFrom } from './seed.mjs';

test('a key is a UUID, the same for the same tip and another for another', () => {
  assert.match(uuidFrom('a'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(uuidFrom('a'), uuidFrom('a'));
  assert.notEqual(uuidFrom('a'), uuidFrom('b'));
});
