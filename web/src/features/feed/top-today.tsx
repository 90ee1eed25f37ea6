import type { Post } from '@likewell/contracts/gateway/posts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { readNano } from '../../shared/format/amounts';
import { shownName } from '../../shared/members/shown-name';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { Bone } from '../../shared/ui/skeleton';
import { useTopToday } from './feed.api';

/** The sidebar's widget of today's most tipped posts; not shown while they cannot be read. */
export function TopToday() {
  const { data: posts, isPending } = useTopToday();
  if (!isPending && !posts) return null;
  return (
    <section aria-label="Top today" className="px-1">
      <h2 className="text-13 font-medium text-muted">Top today</h2>
      {posts?.length === 0 ? (
        <QuietDay />
      ) : (
        <ol className="mt-0.5">
          {isPending ? <TopTodaySkeleton /> : posts.map((post) => <Row key={post.id} post={post} />)}
        </ol>
      )}
    </section>
  );
}

const QuietDay = () => (
  <p className="text-15 text-muted">
    No posts yet today.{' '}
    <Link to={paths.new} className="text-fg hover:underline">
      See the newest
    </Link>
  </p>
);

function Row({ post }: { post: Post }) {
  return (
    <li className="border-b border-line last:border-0">
      <Link to={paths.post(post.id)} className="group grid min-h-10 py-2">
        <span
          dir="auto"
          className="line-clamp-1 text-15 font-medium wrap-anywhere group-hover:underline group-hover:underline-offset-2 tall:line-clamp-2"
        >
          {post.title}
        </span>
        <span className="flex items-center justify-between gap-2 text-13 text-muted">
          <span dir="auto" className="truncate">
            {shownName(post.author.username)}
          </span>
          <span className="inline-flex items-center gap-1 text-accent">
            <LikeMark />
            <LikeAmount nano={readNano(post.likesSumNano)} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function TopTodaySkeleton() {
  return [1, 2, 3].map((row) => (
    <li key={row} className="h-15 animate-shimmer border-b border-line pt-3 last:border-0" aria-hidden="true">
      <Bone className="h-3.5 w-11/12" />
      <Bone className="mt-2.5 h-3 w-1/2" />
    </li>
  ));
}
