// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellingLines } from './log-excerpt.mjs';

const info = JSON.stringify({ level: 30, msg: 'started' });
const error = JSON.stringify({
  level: 50,
  msg: 'could not connect',
  err: { message: 'password of abc123 rejected' },
});

test('errors are told and routine is left out', () => {
  assert.deepEqual(tellingLines(`${info}\n${error}\n${info}\n`, []), [
    'could not connect: password of abc123 rejected',
  ]);
});

test('plain text, such as a stack trace, is told as it is', () => {
  assert.deepEqual(tellingLines(`${info}\nError: boom\n    at x.js:1\n`, []), [
    'Error: boom',
    '    at x.js:1',
  ]);
});

test('without any error the last lines are told', () => {
  assert.deepEqual(tellingLines(`${info}\n`, []), ['started']);
});

test('a secret never gets into the message', () => {
  assert.deepEqual(tellingLines(error, ['abc123']), ['could not connect: password of *** rejected']);
});
