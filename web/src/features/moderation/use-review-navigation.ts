import { useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { isGone, type Judgement, type QueueItem, useDecide } from './moderation.api';

export type ReviewNavigation = ReturnType<typeof useReviewNavigation>;

/** A sentence about a text, whose title is written in any direction. */
interface Said {
  before?: string;
  title: string;
  after?: string;
}

/** Returns the moderator's position in the queue, the actions there, and the last action. */
export function useReviewNavigation(items: QueueItem[]) {
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const decision = useDecide();
  const found = items.findIndex(({ revision_id }) => revision_id === currentId);
  const place = Math.max(0, found);
  const stepTo = (index: number) =>
    index >= 0 && index < items.length ? () => setCurrentId(items[index]?.revision_id ?? null) : null;
  const decide = (item: QueueItem, judgement: Judgement) => {
    // The next text or, at the end, the one before.
    const after = items[place + 1] ?? items[place - 1];
    // The first text is shown without having been chosen.
    setCurrentId(item.revision_id);
    // A moderator who has left the text when the response comes stays where they are.
    const goOn = () =>
      setCurrentId((shownId) => (shownId === item.revision_id ? (after?.revision_id ?? null) : shownId));
    decision.mutate(
      { revisionId: item.revision_id, judgement },
      {
        onSuccess: ({ verdict }) => {
          setSaid({ before: verdict === 'approved' ? 'Approved: ' : 'Rejected: ', title: item.title });
          goOn();
        },
        onError: (error) => {
          setSaid({
            title: item.title,
            after: `: ${errorText(error, 'This did not work. Please try again.')}`,
          });
          if (isGone(error)) goOn();
        },
      },
    );
  };
  return {
    item: items[place],
    place,
    said,
    isWorking: decision.isPending,
    goOn: stepTo(place + 1),
    goBack: stepTo(place - 1),
    decide,
  };
}
