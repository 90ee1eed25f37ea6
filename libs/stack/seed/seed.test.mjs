// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBERS } from './members.mjs';
import { portraitOf, uuidFrom } from './seed.mjs';

const MAX_PHOTO_BYTES = 1_048_576;

test('a key is a UUID, the same for the same tip and another for another', () => {
  assert.match(uuidFrom('a'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(uuidFrom('a'), uuidFrom('a'));
  assert.notEqual(uuidFrom('a'), uuidFrom('b'));
});

test('every member of the demo has a face of their own, small enough for an avatar', () => {
  const faces = MEMBERS.map(({ username }) => portraitOf(username));
  for (const face of faces) {
    assert.equal(face.toString('latin1', 1, 4), 'PNG');
    assert.ok(face.length < MAX_PHOTO_BYTES / 10);
  }
  assert.equal(new Set(faces.map((face) => face.toString('latin1'))).size, MEMBERS.length);
});
