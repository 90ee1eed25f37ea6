import * as posts from '@likewell/contracts/gateway/posts';
import { changeAvatar } from '@likewell/contracts/gateway/users';
import { expect, it } from 'vitest';

it('the page gets method, path and access of a route', () => {
  expect(posts.likePost).toEqual({ method: 'POST', path: '/api/posts/:id/like', access: 'member' });
});

it('the page gets the field and the size of a file that a route takes', () => {
  expect(changeAvatar).toMatchObject({ method: 'PUT', upload: { field: 'avatar', maxBytes: 1_048_576 } });
});

it('the page gets no schema', () => {
  expect(Object.keys(posts)).toContain('bestPosts');
  expect(Object.keys(posts)).not.toContain('feedPage');
});
