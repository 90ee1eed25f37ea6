import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { Bone } from '../../shared/ui/skeleton';
import { Status } from '../../shared/ui/status';
import { type QueueItem, useReviewQueue } from './moderation.api';
import { ReviewStep } from './review-step';
import { type ReviewNavigation, useReviewNavigation } from './use-review-navigation';

/** Number of remaining texts at which the next page is fetched. */
const LOAD_WHEN_LEFT = 3;

/** The texts that wait for a moderator, one at a time, oldest first. */
export function ReviewQueue() {
  const { items, hasMore, isLoaded, loadMore } = useReviewQueue();
  const navigation = useReviewNavigation(items);
  const { item, place, said } = navigation;
  const heading = useHeadingFocus(item);
  useEffect(() => {
    if (items.length - place <= LOAD_WHEN_LEFT) loadMore?.();
  });
  const isWaiting = !isLoaded || (item === undefined && hasMore);
  return (
    <>
      <Status className="px-1 text-15 wrap-anywhere text-muted">
        {said && (
          <>
            {said.before}
            <bdi>{said.title}</bdi>
            {said.after}
          </>
        )}
      </Status>
      {isWaiting && <ReviewSkeleton />}
      {!isWaiting && item === undefined && (
        <EmptyState title="Nothing waits" text="New posts that need a person appear here by themselves." />
      )}
      {item !== undefined && (
        <>
          <Steps navigation={navigation} total={`${items.length}${hasMore ? '+' : ''}`} />
          <ReviewStep key={item.revision_id} item={item} navigation={navigation} heading={heading} />
        </>
      )}
    </>
  );
}

function Steps({
  navigation: { place, goOn, goBack },
  total,
}: {
  navigation: ReviewNavigation;
  total: string;
}) {
  return (
    <div className="flex items-center gap-1 px-1">
      <p className="amount flex-1 text-15 text-muted">
        {place + 1} of {total}
      </p>
      <StepButton label="Back" Icon={ChevronLeft} go={goBack} />
      <StepButton label="Next" Icon={ChevronRight} go={goOn} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  Icon: LucideIcon;
  go: (() => void) | null;
}

function StepButton({ label, Icon, go }: StepButtonProps) {
  return (
    <Button look="plain" size="icon" aria-label={label} aria-disabled={go === null} onClick={() => go?.()}>
      <Icon className="size-5" />
    </Button>
  );
}

/**
 * Focuses the title of a text that replaces another one, if nothing else has the focus, so that
 * a screen reader reads it.
 */
function useHeadingFocus(item: QueueItem | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<number>(undefined);
  const id = item?.revision_id;
  useEffect(() => {
    const isAnother = shown.current !== undefined && shown.current !== id;
    if (isAnother && document.activeElement === document.body) heading.current?.focus();
    shown.current = id;
  }, [id]);
  return heading;
}

/** Placeholder of a text of the queue that is loading. */
function ReviewSkeleton() {
  return (
    <div className="card animate-shimmer p-4 sm:p-6">
      <span className="sr-only">Loading</span>
      <div className="flex items-center gap-3">
        <Bone round className="size-10" />
        <Bone className="h-4 w-2/5" />
      </div>
      <Bone className="mt-5 h-6 w-3/5" />
      <Bone className="mt-4 h-4 w-full" />
      <Bone className="mt-2 h-4 w-full" />
      <Bone className="mt-2 h-4 w-2/3" />
    </div>
  );
}
