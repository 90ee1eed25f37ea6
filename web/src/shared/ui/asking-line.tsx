import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button';
import { ignoreSecondPress } from './ignore-second-press';

/** What is said before a way to log in is removed. */
export const LOGS_IN_NO_MORE = 'It will not log you in any more.';

interface AskingLineProps {
  /** What the line shows. */
  children: ReactNode;
  /** The text of its button. */
  action: string;
  icon?: ReactNode;
  /** The button's name for screen readers, which says on what it acts; it begins with the text. */
  name?: string;
  /** What the action changes, said before it does. */
  consequence: string;
  /** True while the action is under way, of which nothing is asked then. */
  isPending: boolean;
  onConfirm: () => void;
}

/** A line with a button for what cannot be undone, which asks before it acts. */
export function AskingLine({
  children,
  action,
  icon,
  name = action,
  consequence,
  isPending,
  onConfirm,
}: AskingLineProps) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  // The question takes the place of the button, and the button that of the question: the focus goes along.
  const hasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsking) question.current?.focus();
    else if (hasAsked.current && document.activeElement === document.body) button.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  const end = (press: MouseEvent) => {
    ignoreSecondPress(press);
    setAsking(false);
  };
  const confirm = (press: MouseEvent) => {
    if (isPending) return;
    // Now, and not once it is done: a dialog that the action opens gives the focus back to what had it before.
    end(press);
    onConfirm();
  };
  return (
    <div className="stack gap-2">
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {children}
        {!isAsking && (
          <Button
            ref={button}
            onClick={() => setAsking(!isPending)}
            aria-disabled={isPending}
            aria-label={name}
          >
            {icon}
            {action}
          </Button>
        )}
      </div>
      {isAsking && (
        <div
          ref={question}
          tabIndex={-1}
          role="group"
          aria-label={`${name}?`}
          aria-describedby={id}
          className="flex flex-wrap items-center gap-2"
        >
          <p id={id} className="flex-1 basis-60 text-15">
            {consequence}
          </p>
          <Button onClick={end}>Keep</Button>
          <Button look="danger" onClick={confirm} aria-disabled={isPending}>
            {action}
          </Button>
        </div>
      )}
    </div>
  );
}
