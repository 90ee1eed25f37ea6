import type { Post } from '@likewell/contracts/gateway/posts';

/** A published post of another member, for tests. */
export const testPost: Post = {
  id: 7,
  title: 'Bread',
  body: 'Flour',
  created_at: '2025-01-01T00:00:00Z',
  author: { id: 1001, username: 'mary', avatar: '', is_verified: false },
  likes_sum: 0,
  likesSumNano: '0',
  review_status: 'approved',
  is_public: true,
  drafted_with_ai: false,
};
