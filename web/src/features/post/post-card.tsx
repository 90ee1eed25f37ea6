import type { Post } from '@likewell/contracts/gateway/posts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { useMemberId } from '../../shared/session/session-store';
import { Avatar } from '../../shared/ui/avatar';
import { MemberName } from '../../shared/ui/member-name';
import { PastTime } from '../../shared/ui/past-time';
import { PostBody } from './post-body';
import { type MenuAddition, PostMenu } from './post-menu';
import { PostTill } from './post-till';
import { NotPublicBanner, ReviewBanner } from './review-banner';
import { useReviewWatch } from './use-review-watch';

export interface PostCardProps {
  post: Post;
  /** Shows the post in full on its own page: no toggle, no link, the page's first heading. */
  expanded?: boolean;
  /** Item of another feature for the menu of somebody else's post. */
  menu?: MenuAddition;
  /** Called after the author has deleted the post. */
  onDeleted?: () => void;
}

/** A post in a list, or on its own page (spec, section 2). */
export function PostCard({ post, expanded = false, menu, onDeleted }: PostCardProps) {
  const isOwn = useMemberId() === post.author.id;
  // On its own page a post may also stand in the list below.
  const titleId = useId();
  useReviewWatch(post, isOwn);
  return (
    <article
      aria-labelledby={titleId}
      className="card sm:grid sm:grid-cols-[minmax(0,1fr)_max(104px,6.5rem)]"
      data-post-id={post.id}
    >
      <div className="min-w-0 px-4 pt-3 pb-4 sm:px-6 sm:pt-5 sm:pb-6">
        <header className="flex items-center gap-2">
          <Link to={paths.member(post.author.username)} tabIndex={-1} aria-hidden="true" className="shrink-0">
            <Avatar src={post.author.avatar} className="size-6" />
          </Link>
          <Byline post={post} />
          <span className="-my-2.5 -mr-2.5 shrink-0">
            <PostMenu post={post} isOwn={isOwn} addition={menu} onDeleted={onDeleted} />
          </span>
        </header>
        {isOwn ? <ReviewBanner status={post.review_status} /> : <NotPublicBanner post={post} />}
        <PostTitle id={titleId} post={post} expanded={expanded} />
        <PostBody body={post.body} expanded={expanded} />
      </div>
      <PostTill post={post} isOwn={isOwn} />
    </article>
  );
}

/** The author and the time, in one line. */
function Byline({ post }: { post: Post }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 text-13 text-muted">
      {/* Of the name at least a few letters show: otherwise the time goes below it. */}
      <span className="flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5">
        <Link
          to={paths.member(post.author.username)}
          className="-my-2.5 inline-flex min-h-tap max-w-max min-w-0 flex-[1_1_5ch] items-center font-semibold text-fg hover:underline hover:underline-offset-2"
        >
          <MemberName member={post.author} />
        </Link>
        <span className="shrink-0">
          <PastTime at={post.created_at} />
          {post.drafted_with_ai && ' ·'}
        </span>
      </span>
      {post.drafted_with_ai && <span className="relative whitespace-nowrap">Drafted with AI</span>}
    </div>
  );
}

function PostTitle({ id, post, expanded }: { id: string; post: Post; expanded: boolean }) {
  if (expanded) {
    return (
      // A long word in 34 px does not fit on a phone.
      <h1 id={id} dir="auto" className="post-title mt-2 text-28 leading-[1.15] sm:text-34">
        {post.title}
      </h1>
    );
  }
  return (
    <h2 id={id} dir="auto" className="post-title mt-2 text-23 leading-[1.22]">
      <Link to={paths.post(post.id)} className="hover:underline hover:decoration-1 hover:underline-offset-4">
        {post.title}
      </Link>
    </h2>
  );
}
