import { expect, it } from 'vitest';
import { type Screens, screenAt } from './screen-at';

const SCREENS: Screens = [
  ['/best', () => 'Best'],
  ['/u/:username', ({ username }) => `Posts of ${username}`],
];

it.each([
  ['/best', 'Best'],
  ['/Best/', 'Best'],
  ['/%62est', 'Best'],
  ['/u/mary%5Fann', 'Posts of mary_ann'],
  ['/u/a%2Fb', 'Posts of a/b'],
  ['/u/%E0%A4%A', 'Posts of %E0%A4%A'],
  ['/u', undefined],
  ['/best/of', undefined],
])('%s shows %s', (pathname, shown) => {
  expect(screenAt(SCREENS, pathname)).toBe(shown);
});
