import { normaliseLine, normaliseText } from './normalise-text.js';

const MARKS_BY_CLASS = ['\u0301', '\u0323', '\u0327', '\u05b0'];

it('composes letters, and makes line ends and tabs what the server stores', () => {
  expect(normaliseText(' e\u0301a\u0323\u0302\r\nb\tc\rd ')).toBe('\u00e9\u1ead\nb c\nd');
  expect(normaliseLine('a\r\nb')).toBe('a b');
});

it('orders up to 30 marks in a row', () => {
  const text = `a${'\u0301\u0323'.repeat(15)}`;
  expect(normaliseText(text)).toBe(text.normalize('NFC'));
  expect(normaliseText(text)).not.toBe(text);
});

it('leaves more marks in a row as they are, and composes what stands around them', () => {
  const endless = MARKS_BY_CLASS.map((mark) => mark.repeat(10)).join('');
  expect(normaliseText(`e\u0301a${endless}be\u0301`)).toBe(`\u00e9a${endless}b\u00e9`);
});

it('never hands marks without end to the platform, however often a text is normalised', () => {
  const normalise = vi.spyOn(String.prototype, 'normalize');
  let text = `a${MARKS_BY_CLASS.map((mark) => mark.repeat(16_000)).join('')}\r\nz`;
  for (let time = 0; time < 3; time += 1) text = normaliseText(text);
  const handed = normalise.mock.contexts.map((part) => String(part).length);
  normalise.mockRestore();
  expect(text).toHaveLength(64_003);
  expect(Math.max(...handed)).toBeLessThan(4);
});
