import type { Post } from '@likewell/contracts/gateway/posts';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBestBelow } from '../features/feed/feed.api';
import { useAddressOfReading } from '../features/feed/use-address-of-reading';
import { useBegunAtTop, useEndOfReading } from '../features/feed/use-end-of-reading';
import { BEST_SKIPPED_ON_POST } from '../shared/config/limits';
import { paths } from '../shared/config/paths';
import { afterOverlays } from '../shared/history/overlay-history';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useIsPainted } from '../shared/hooks/use-is-painted';
import { usePost } from '../shared/posts/post.api';
import { readPostId } from '../shared/posts/post-id';
import { FeedPost } from './parts/feed-post';
import { PostFeed } from './parts/post-feed';
import { PostNotFound } from './parts/post-not-found';

/** The screen /p/{id}: one post in full, with the best posts below it. */
export function PostScreen({ id: text }: { id: string | undefined }) {
  const id = readPostId(text);
  const { post, isMissing } = usePost(id);
  useDocumentTitle(isMissing ? 'Post not found' : post?.title);
  if (isMissing) return <PostNotFound />;
  return post ? <Reading post={post} /> : null;
}

/** The post, and Best below it; the post does not wait for Best. */
function Reading({ post }: { post: Post }) {
  const navigate = useNavigate();
  const isPainted = useIsPainted();
  const begunAtTop = useBegunAtTop();
  const [isDeleted, setDeleted] = useState(false);
  const leave = () => {
    setDeleted(true);
    afterOverlays(() => void navigate(paths.new));
  };
  return (
    <>
      {/* It stays in view until /new is loaded, and none of its actions would succeed. */}
      <div inert={isDeleted} className="inert:opacity-60">
        <FeedPost post={post} expanded onDeleted={leave} />
      </div>
      {isPainted && <BestBelow post={post} begunAtTop={begunAtTop} />}
    </>
  );
}

/** Best below a post; a reader who reaches its end is taken to /best (ADR 0092). */
function BestBelow({ post, begunAtTop }: { post: Post; begunAtTop: Readonly<RefObject<boolean>> }) {
  const navigate = useNavigate();
  const best = useBestBelow();
  const heading = useAddressOfReading(paths.post(post.id), paths.best);
  const isLongEnough = best.isComplete && best.posts.length > BEST_SKIPPED_ON_POST;
  const end = useEndOfReading(isLongEnough, begunAtTop, () => void navigate(paths.best, { replace: true }));
  return (
    <div className="print:hidden">
      <h2 className="relative pt-10 pb-4 text-21 font-title">
        {/* Two pixels taller than the heading: after a scroll exactly to the top the heading may be a
            fraction of a pixel lower. */}
        <span
          ref={heading}
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 -top-0.5 bottom-0"
        />
        Best Posts
      </h2>
      <PostFeed feed={best} skip={BEST_SKIPPED_ON_POST} />
      <div ref={end} className="h-px" />
    </div>
  );
}
