import type { Post } from '@likewell/contracts/gateway/posts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { useUser } from '../../shared/session/session-store';
import { Avatar } from '../../shared/ui/avatar';
import { MemberName } from '../../shared/ui/member-name';
import { PastTime } from '../../shared/ui/past-time';
import { PostActions } from './post-actions';
import { PostBody } from './post-body';
import { type MenuAddition, PostMenu } from './post-menu';
import { ReviewBanner } from './review-banner';
import { useReviewWatch } from './use-review-watch';

export interface PostCardProps {
  post: Post;
  /** Shown in full on a page of its own: no toggle, no link, the page's first heading. */
  expanded?: boolean;
  /** What another feature adds to the menu of somebody else's post. */
  menu?: MenuAddition;
  /** Called when the author deleted the post. */
  onDeleted?: () => void;
}

/** A post wherever it is listed, and on its own page (spec, section 2). */
export function PostCard({ post, expanded = false, menu, onDeleted }: PostCardProps) {
  const isOwn = useUser()?.id === post.author.id;
  useReviewWatch(post, isOwn);
  return (
    <article aria-labelledby={`post-${post.id}`} className="card p-3 sm:p-4" data-post-id={post.id}>
      <header className="flex items-center gap-3">
        <Link to={paths.member(post.author.username)} tabIndex={-1} aria-hidden="true" className="shrink-0">
          <Avatar src={post.author.avatar} />
        </Link>
        <div className="grid min-w-0 flex-1">
          <Link
            to={paths.member(post.author.username)}
            className="-my-2.5 inline-flex min-h-10 max-w-full items-center justify-self-start text-15 font-medium hover:underline hover:underline-offset-2"
          >
            <MemberName member={post.author} />
          </Link>
          <p className="text-13 text-muted">
            <PastTime at={post.created_at} />
            {post.drafted_with_ai && <span className="relative"> · Drafted with AI</span>}
          </p>
        </div>
        <PostMenu post={post} isOwn={isOwn} addition={menu} onDeleted={onDeleted} />
      </header>
      <ReviewBanner status={post.review_status} />
      <PostTitle post={post} expanded={expanded} />
      <PostBody body={post.body} expanded={expanded} />
      <PostActions post={post} isOwn={isOwn} />
    </article>
  );
}

function PostTitle({ post, expanded }: { post: Post; expanded: boolean }) {
  const id = `post-${post.id}`;
  if (expanded) {
    return (
      <h1 id={id} className="mt-3 text-28 font-title leading-title wrap-anywhere">
        {post.title}
      </h1>
    );
  }
  return (
    <h2 id={id} className="mt-3 text-21 font-title leading-title wrap-anywhere">
      <Link to={paths.post(post.id)} className="hover:underline hover:decoration-1 hover:underline-offset-4">
        {post.title}
      </Link>
    </h2>
  );
}
