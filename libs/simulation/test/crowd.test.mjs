// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crowd } from '../dist/workload/crowd.js';

test('people who find nobody at auth or posts let time pass before they try again', async () => {
  let isUp = false;
  let attempts = 0;
  const place = { process: {}, started: { get: () => ({ join: () => Promise.resolve() }) } };
  const world = {
    anyOf: () => {
      assert.ok((attempts += 1) < 100, 'tried without a pause');
      return isUp ? place : null;
    },
  };
  setTimeout(() => (isUp = true), 1);
  const crowd = new Crowd(/** @type {any} */ (world));
  await crowd.insistAtNeighbours((neighbours) => /** @type {any} */ (neighbours).join());
  assert.equal(attempts, 2);
});
