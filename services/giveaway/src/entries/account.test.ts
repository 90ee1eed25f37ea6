import fc from 'fast-check';
import { normaliseAccount } from './account.js';

describe('a social account', () => {
  it.each([
    ['alice', 'alice'],
    ['  @Alice ', 'alice'],
    ['@@ALICE', 'alice'],
    ['＠Ａｌｉｃｅ', 'alice'],
    ['al\u200Bice\uFEFF', 'alice'],
    ['\u2068@alice\u2069', 'alice'],
    ['https://x.com/Alice', 'alice'],
    ['http://www.twitter.com/alice/status/1?s=20#top', 'alice'],
    ['twitter.com/#!/alice', 'alice'],
    ['m.facebook.com/alice/', 'alice'],
    ['t.me/alice', 'alice'],
    ['https://www.tiktok.com/@alice?lang=en', 'alice'],
    ['https://www.youtube.com/@alice', 'alice'],
    ['https://reddit.com/u/alice', 'alice'],
    ['https://www.linkedin.com/in/alice/', 'alice'],
    ['x:alice', 'alice'],
    ['Telegram: @alice', 'alice'],
    ['@x:alice', 'alice'],
    ['alice.bsky.social', 'alice.bsky.social'],
    ['@alice@mastodon.example', 'alice@mastodon.example'],
    ['alice#1234', 'alice#1234'],
    ['x', 'x'],
    ['x.com', 'x.com'],
    ['cafe\u0301', 'café'],
    ['ŁUKASZ', 'łukasz'],
    ['阿里斯', '阿里斯'],
    ['a'.repeat(150), 'a'.repeat(150)],
  ])('%j is %j', (text, entry) => expect(normaliseAccount(text)).toBe(entry));

  it.each([
    ...['', ' ', '@', '@ @', 'x:', 'https://x.com/', '\u200B', 'john doe', 'a,b', 'a;b', 'a/b', 'a\\b'],
    ...[
      'https://elsewhere.example/alice',
      'a\u0000b',
      'a\nb',
      '"a',
      '<a>',
      '\uD800',
      'a'.repeat(151),
      'é'.repeat(76),
    ],
  ])('%j is none', (text) => expect(normaliseAccount(text)).toBeNull());

  it('that was normalised stays as it is', () => {
    const pieces = fc.constantFrom(
      '@',
      'x:',
      'https://x.com/',
      ' ',
      'Ｔ.me/',
      'u/',
      'A',
      'ß',
      'İ',
      '\u0301',
      'ﬁ',
      '\u200D',
      'Ω',
      ':',
      '/',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const entry = normaliseAccount(typed);
        if (entry === null) return;
        expect(normaliseAccount(entry)).toBe(entry);
        expect(normaliseAccount(` @${entry} `)).toBe(entry);
      }),
      { numRuns: 5000 },
    );
  });
});
