import { TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { Avatar } from '../../shared/ui/avatar';
import { MemberName } from '../../shared/ui/member-name';
import { PastTime } from '../../shared/ui/past-time';
import { PostText } from '../../shared/ui/post-text';
import type { QueueItem } from './moderation.api';
import { reasonWords } from './reason-words';

interface ReviewCardProps {
  item: QueueItem;
  heading: RefObject<HTMLHeadingElement | null>;
  /** True while the controls fill so much of the window that they would cover the text. */
  areControlsLarge: boolean;
  /** The controls to decide about it. */
  children: ReactNode;
}

/** A text as its readers would see it, with all that a moderator needs to decide. */
export function ReviewCard({ item, heading, areControlsLarge, children }: ReviewCardProps) {
  const titleId = `review-${item.revision_id}`;
  return (
    <article aria-labelledby={titleId} data-review={item.revision_id} className="card overflow-clip">
      <div className="p-4 sm:p-6">
        <Author item={item} />
        <Why item={item} />
        <h2
          id={titleId}
          dir="auto"
          ref={heading}
          tabIndex={-1}
          className="mt-4 text-21 font-title leading-title wrap-anywhere outline-none"
        >
          {item.title}
        </h2>
        <PostText>{item.body}</PostText>
      </div>
      {/* Otherwise always visible, however long the text is. */}
      <div
        className={`${areControlsLarge ? '' : 'sticky bottom-0'} border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6`}
      >
        {children}
      </div>
    </article>
  );
}

function Author({ item: { author, submitted_at } }: { item: QueueItem }) {
  return (
    <header className="flex items-center gap-3">
      <Avatar src={author.avatar} />
      <div className="stack min-w-0 flex-1">
        <Link
          to={paths.member(author.username)}
          className="-my-2 inline-flex min-h-tap max-w-full items-center justify-self-start text-15 font-medium hover:underline hover:underline-offset-2"
        >
          <MemberName member={author} />
        </Link>
        <PastTime at={submitted_at} />
      </div>
      <History author={author} />
    </header>
  );
}

/** Formats a count; counting ends at 100. */
const count = (number: number) => (number >= 100 ? '100+' : String(number));

function History({ author }: { author: QueueItem['author'] }) {
  const { approved_before: approved, rejected_before: rejected } = author;
  if (approved + rejected === 0) return <p className="text-13 text-muted">First text</p>;
  return (
    <p className="amount grid justify-items-end text-13 text-muted">
      <span>{count(approved)} approved before</span>
      <span className={rejected > 0 ? 'font-medium text-negative' : ''}>
        {count(rejected)} rejected before
      </span>
    </p>
  );
}

function Why({ item }: { item: QueueItem }) {
  if (item.reasons.length === 0 && !item.is_edit) return null;
  return (
    <ul aria-label="Why it waits" className="mt-4 flex flex-wrap gap-2 text-13">
      {item.reasons.map((reason) => (
        <li
          key={reason}
          className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-3 text-fg"
        >
          <TriangleAlert aria-hidden="true" className="size-3.5 text-accent" />
          {reasonWords(reason)}
        </li>
      ))}
      {item.is_edit && (
        <li className="inline-flex min-h-7 items-center rounded-full bg-raised px-3 text-fg">
          Edit of a&nbsp;
          <Link to={paths.post(item.post_id)} className="underline underline-offset-2">
            public post
          </Link>
        </li>
      )}
    </ul>
  );
}
