import type { Post } from '@likewell/contracts/gateway/posts';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { mary, tom } from '../../test-members';
import { testPost } from '../../test-post';
import { updatePost } from './change-posts';
import { findKnown } from './post.api';
import { postKeys } from './post-cache';

const changed: Post = { ...testPost, body: 'Flour and water', is_public: true };
const copies = {
  'a list of everybody': postKeys.best,
  "a visitor's read": postKeys.post(testPost.id, null),
  "its author's list": postKeys.member(mary.username, mary.id),
  "its author's read": postKeys.post(testPost.id, mary.id),
};

it.each([
  ['under review', 'pending', ["its author's list", "its author's read"]],
  ['that was rejected', 'rejected', ["its author's list", "its author's read"]],
  ['that was approved', 'approved', Object.keys(copies)],
] as const)('a new text %s reaches whoever may read it', (_state, review_status, reached) => {
  const client = makeQueryClient();
  const list = { pages: [{ items: [testPost], nextCursor: null }], pageParams: [null] };
  for (const key of Object.values(copies)) client.setQueryData(key, key[0] === 'feed' ? list : testPost);
  updatePost(client, { ...changed, review_status });
  const hasChanged = (key: readonly unknown[]) =>
    JSON.stringify(client.getQueryData(key)).includes('Flour and water');
  expect(Object.entries(copies).flatMap(([name, key]) => (hasChanged(key) ? [name] : []))).toEqual(reached);
  expect(findKnown(client, testPost.id, tom.id)?.body).toBe(
    review_status === 'approved' ? changed.body : testPost.body,
  );
});
