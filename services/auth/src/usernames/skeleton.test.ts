import { skeletonOf } from './skeleton.js';

it.each([
  ['maya', 'm4ya'],
  ['maya', 'm_a_y_a_'],
  ['paypal', 'paypai'],
  ['leo', '1e0'],
  ['leo', 'ieo'],
  ['tomasz', '7orna5z'],
  ['warren', 'vvarren'],
  ['eleanor', '3l3an0r'],
  ['modern', 'rnodern'],
])('%s and %s are read alike', (name, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(name));
});

it.each([
  ['maya', 'maja'],
  ['member_2', 'member_6'],
  ['member_10', 'member_11'],
  ['anna', 'hanna'],
  ['nina', 'mina'],
  ['ava', 'awa'],
])('%s and %s are not', (name, other) => {
  expect(skeletonOf(other)).not.toBe(skeletonOf(name));
});

it('no two numbers are read alike, so that numbered names stay apart', () => {
  const all = Array.from({ length: 2000 }, (_, index) => skeletonOf(`member_${index}`));
  expect(new Set(all).size).toBe(2000);
});
