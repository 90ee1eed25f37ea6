// @ts-check
import { forEach } from './attack.mjs';

const NAMES = [
  'likewell',
  'admin',
  'support',
  'moderator',
  'wallet',
  'official',
  'staff',
  'help',
  'root',
  'security',
];
/** Letters of other scripts and of our own that look like another letter. */
const LOOKALIKES = /** @type {Record<string, string[]>} */ ({
  a: ['а', 'ɑ', 'α', '4', '@', 'á', 'ａ'],
  c: ['с', 'ϲ', 'ç', 'ｃ'],
  d: ['ԁ', 'ɗ', 'ｄ'],
  e: ['е', 'ҽ', '3', 'é', 'ｅ'],
  f: ['ƒ', 'ｆ'],
  h: ['һ', 'հ', 'ｈ'],
  i: ['і', 'ı', '1', 'í', 'ｉ'],
  k: ['κ', 'к', 'ｋ'],
  l: ['ӏ', 'Ⅼ', '1', 'ｌ'],
  m: ['м', 'rn', 'ｍ'],
  n: ['ո', 'п', 'ｎ'],
  o: ['о', 'ο', '0', 'ö', 'ｏ'],
  p: ['р', 'ρ', 'ｐ'],
  r: ['г', 'ｒ'],
  s: ['ѕ', '5', '$', 'ｓ'],
  t: ['т', '7', 'ｔ'],
  u: ['υ', 'ս', 'ü', 'ｕ'],
  w: ['ԝ', 'vv', 'ѡ', 'ｗ'],
  y: ['у', 'γ', 'ｙ'],
});
const AROUND = [
  (/** @type {string} */ name) => `${name}_`,
  (/** @type {string} */ name) => `_${name}`,
  (/** @type {string} */ name) => `${name}\u200b`,
  (/** @type {string} */ name) => `\u202e${name}`,
  (/** @type {string} */ name) => `${name}\u0301`,
  (/** @type {string} */ name) => `${name} `,
  (/** @type {string} */ name) => ` ${name}`,
  (/** @type {string} */ name) => `${name}\u0000`,
  (/** @type {string} */ name) => name.toUpperCase(),
  (/** @type {string} */ name) => `likewell_${name}`,
];

/** Every variant of the site's names with one letter changed, and with additions. */
const CONFUSABLES = NAMES.flatMap((name) => [
  name,
  ...Array.from(name).flatMap((letter, at) =>
    (LOOKALIKES[letter] ?? []).map((other) => name.slice(0, at) + other + name.slice(at + 1)),
  ),
  ...AROUND.map((change) => change(name)),
]);

/** @type {import('./attack.mjs').LiveAttacks} */
export const IMPOSTORS = {
  'T19: names that pass for the site': async (world, tries) => {
    const password = 'Canary of an impostor';
    await forEach(CONFUSABLES, async (username, index) => {
      const body = { username, email: `impostor${index}@canary.example`, password };
      const { status } = await world.door.call('POST', '/api/auth/register', { from: world.network(), body });
      tries.rejected(status, `joining as ${JSON.stringify(username)}`);
    });
  },
};
