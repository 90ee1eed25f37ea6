import type { Post } from '@likewell/contracts/gateway/posts';
import { CircleX, Hourglass } from 'lucide-react';

/** Tells the author the state of their post's review (spec, section 4). */
export function ReviewBanner({ status }: { status: Post['review_status'] }) {
  if (status === 'pending') {
    return (
      <p
        role="status"
        className="mt-3 flex gap-2.5 wrap-anywhere rounded-[10px] bg-raised p-3 text-15 text-fg"
      >
        <Hourglass aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
        <span>
          Pending: Please wait while a moderator checks your post for compliance with the platform rules.
        </span>
      </p>
    );
  }
  if (status === 'rejected') {
    return (
      <p
        role="status"
        className="mt-3 flex gap-2.5 wrap-anywhere rounded-[10px] bg-raised p-3 text-15 text-negative"
      >
        <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span>
          Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.
        </span>
      </p>
    );
  }
  return null;
}

const WORDS = { pending: 'Pending', rejected: 'Rejected', approved: 'Hidden' };

/** Tells a moderator that somebody else's post is not public. */
export function NotPublicBanner({ post }: { post: Post }) {
  if (post.is_public ?? true) return null;
  return (
    <p className="mt-3 rounded-[10px] bg-raised p-3 text-15 text-fg">
      {WORDS[post.review_status]}: only the author and moderators can read this post.
    </p>
  );
}
