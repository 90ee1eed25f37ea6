import { expect, it } from 'vitest';
import { truncate } from './truncate';

it('leaves a text of exactly 300 characters whole', () => {
  expect(truncate('a'.repeat(300), 300)).toBeNull();
});

it('cuts a longer text after 300 characters and adds …', () => {
  expect(truncate('a'.repeat(301), 300)).toBe(`${'a'.repeat(300)}…`);
});

it('lets … follow a word where the cut is at a space', () => {
  expect(truncate(`${'a'.repeat(298)} \nb`, 300)).toBe(`${'a'.repeat(298)}…`);
});

it('counts an emoji as one character and never halves it', () => {
  expect(truncate('😀'.repeat(300), 300)).toBeNull();
  expect(truncate('😀'.repeat(301), 300)).toBe(`${'😀'.repeat(300)}…`);
});
