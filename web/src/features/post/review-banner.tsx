import type { Post } from '@likewell/contracts/gateway/posts';
import { CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import { Status } from '../../shared/ui/status';

const BANNERS: Partial<Record<Post['review_status'], { Icon: LucideIcon; look: string; text: string }>> = {
  pending: {
    Icon: Hourglass,
    look: 'text-fg [&_svg]:text-accent',
    text: 'Pending: Please wait while a moderator checks your post for compliance with the platform rules.',
  },
  rejected: {
    Icon: CircleX,
    look: 'text-negative',
    text: 'Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.',
  },
};

/** Tells the author the state of their post's review (spec, section 4). */
export function ReviewBanner({ status }: { status: Post['review_status'] }) {
  const banner = BANNERS[status];
  return (
    <Status
      className={`mt-3 flex gap-2.5 rounded-[10px] bg-raised p-3 text-15 wrap-anywhere ${banner?.look ?? ''}`}
    >
      {banner && (
        <>
          <banner.Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>{banner.text}</span>
        </>
      )}
    </Status>
  );
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
