// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { MEMBERS } from '../members.mjs';
import { LOOKS } from './looks.mjs';
import { encodePng } from './png.mjs';
import { drawPortrait } from './portrait.mjs';

const MAX_PHOTO_BYTES = 1_048_576;

test('every member of the demo has a face of their own, small enough for an avatar', () => {
  assert.deepEqual(Object.keys(LOOKS).sort(), MEMBERS.map(({ username }) => username).sort());
  const faces = Object.values(LOOKS).map(drawPortrait);
  for (const face of faces) assert.ok(face.length > 5_000 && face.length < MAX_PHOTO_BYTES / 10);
  assert.equal(new Set(faces.map(String)).size, faces.length);
});

test('a picture is a PNG that holds the pixels it was given', () => {
  const pixels = Uint8Array.from({ length: 2 * 2 * 3 }, (_, byte) => byte * 20);
  const file = encodePng(2, pixels);
  assert.equal(file.toString('latin1', 1, 4), 'PNG');
  assert.equal(file.readUInt32BE(16), 2);
  const length = file.readUInt32BE(33);
  const rows = inflateSync(file.subarray(41, 41 + length));
  assert.deepEqual([...rows], [0, ...pixels.subarray(0, 6), 0, ...pixels.subarray(6)]);
});
