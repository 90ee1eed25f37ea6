import { bestPosts, onePost, userPosts } from '@likewell/contracts/gateway/posts';
import { isCacheableAddress } from './cacheable-address.js';

it.each(['', '?range=all', '?range=all&cursor=', '?range=week&cursor=a-B_9', '?cursor=x'])(
  'a response is kept for the address as the page spells it: %s',
  (query) => expect(isCacheableAddress(bestPosts, `/api/posts/best${query}`)).toBe(true),
);

it.each([
  '/api/posts/best?range=all&cursor=&x=1',
  '/api/posts/best?x=1',
  '/api/posts/best?cursor=&range=all',
  '/api/posts/best?range=all&range=all',
  '/api/posts/best?cursor=a%62',
  '/api/posts/best/',
  '/api/posts/%62est',
  '/API/posts/best',
  '//api/posts/best',
  'http://elsewhere/api/posts/best',
  `/api/posts/best?cursor=${'a'.repeat(301)}`,
  '/api/posts/best#x',
  '/api/posts/best?range=all\n',
])('and for no other spelling, of which there are many for one response: %s', (address) => {
  expect(isCacheableAddress(bestPosts, address)).toBe(false);
});

it('the address of a member’s posts and of one post have their values', () => {
  expect(isCacheableAddress(userPosts, '/api/users/maya_1/posts?cursor=')).toBe(true);
  expect(isCacheableAddress(userPosts, '/api/users/a/b/posts?cursor=')).toBe(false);
  expect([onePost, userPosts].map((route) => isCacheableAddress(route, '/api/posts/7'))).toEqual([
    true,
    false,
  ]);
});
