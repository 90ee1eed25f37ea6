import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { QueueItem } from './moderation.api';
import { REJECTION_REASONS, type RejectionReason } from './reason-words';
import { ReviewCard } from './review-card';
import { ShortcutLegend } from './shortcut-legend';
import { type Shortcuts, useShortcuts, useShortcutsWanted } from './use-shortcuts';
import type { ReviewNavigation } from './use-review-navigation';

/** How long a new text ignores keys, which may have been meant for the text before. */
const SETTLES_MS = 400;

interface ReviewStepProps {
  item: QueueItem;
  navigation: ReviewNavigation;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * One text of the queue with the controls to decide about it, by button or by key. A new
 * instance is made for each text.
 */
export function ReviewStep({ item, navigation, heading }: ReviewStepProps) {
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState<RejectionReason>('spam');
  const [areKeysOn, setKeysOn] = useShortcutsWanted();
  const [shownAt] = useState(() => Date.now());
  const rejectButton = useRef<HTMLButtonElement>(null);
  const approve = () => navigation.decide(item, { verdict: 'approve' });
  const cancel = () => {
    flushSync(() => setRejecting(false));
    rejectButton.current?.focus();
  };
  const afterSettling = (act: () => void) => () => {
    if (Date.now() - shownAt > SETTLES_MS) act();
  };
  const moving: Shortcuts = { j: () => navigation.goOn?.(), k: () => navigation.goBack?.() };
  const deciding: Shortcuts = {
    a: afterSettling(approve),
    r: afterSettling(() => setRejecting(true)),
  };
  const rejecting: Shortcuts = { Escape: cancel };
  for (const [index, { value }] of REJECTION_REASONS.entries())
    rejecting[String(index + 1)] = () => setReason(value);
  useShortcuts({ ...moving, ...(isRejecting ? rejecting : deciding) }, areKeysOn);
  return (
    <>
      <ReviewCard
        item={item}
        heading={heading}
        rejectButton={rejectButton}
        isWorking={navigation.isWorking}
        showKeys={areKeysOn}
        onApprove={approve}
        onReject={() => setRejecting(true)}
        rejecting={
          isRejecting
            ? {
                reason,
                onReason: setReason,
                onCancel: cancel,
                onReject: (note) => navigation.decide(item, { verdict: 'reject', reason, note }),
              }
            : null
        }
      />
      <ShortcutLegend isOn={areKeysOn} onChange={setKeysOn} />
    </>
  );
}
