import { toUsername } from './username.js';

describe('toUsername', () => {
  it.each([
    ['Maya', 'maya'],
    ['a_1', 'a_1'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('takes %s as %s', (text, expected) => {
    expect(toUsername(text)).toBe(expected);
  });

  it.each([
    'ab',
    'x'.repeat(21),
    '12345',
    'a-b',
    'a b',
    'mаya',
    'ｍaya',
    'maya\u200b',
    'ﬁona',
    'İstanbul',
    '',
    '💛💛💛',
  ])('rejects %j, look-alikes of other scripts among them', (text) => {
    expect(() => toUsername(text)).toThrow(expect.objectContaining({ code: 'USERNAME_INVALID' }));
  });

  it.each(['Admin', 'wallet', 'best', 'static'])('keeps %s for the site', (text) => {
    expect(() => toUsername(text)).toThrow(expect.objectContaining({ code: 'USERNAME_RESERVED' }));
  });
});
