import { Check, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../shared/ui/button';
import { Key } from './key';
import type { QueueItem } from './moderation.api';
import { REJECTION_REASONS, type RejectionReason } from './reason-words';
import { RejectForm } from './reject-form';
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
  const { isWorking } = navigation;
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
      <ReviewCard item={item} heading={heading} areControlsLarge={isRejecting}>
        {isRejecting ? (
          <RejectForm
            reason={reason}
            onReason={setReason}
            onCancel={cancel}
            onReject={(note) => navigation.decide(item, { verdict: 'reject', reason, note })}
            isWorking={isWorking}
            showKeys={areKeysOn}
          />
        ) : (
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              ref={rejectButton}
              aria-disabled={isWorking}
              onClick={() => setRejecting(true)}
              className="min-w-[min(8rem,100%)] text-negative"
            >
              <X aria-hidden="true" className="size-4.5" />
              Reject …{areKeysOn && <Key className="max-sm:hidden">R</Key>}
            </Button>
            <Button
              look="primary"
              aria-disabled={isWorking}
              onClick={approve}
              className="min-w-[min(8rem,100%)]"
            >
              <Check aria-hidden="true" className="size-4.5" />
              Approve
              {areKeysOn && (
                <Key onAccent className="max-sm:hidden">
                  A
                </Key>
              )}
            </Button>
          </div>
        )}
      </ReviewCard>
      <ShortcutLegend isOn={areKeysOn} onChange={setKeysOn} />
    </>
  );
}
