import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { afterOverlays, useBackCloses } from '../history/overlay-history';
import { Button } from './button';
import { NativeDialog } from './native-dialog';

interface LeaveQuestionProps {
  isUnsaved: boolean;
  /** True when the changes are restored when the person comes back. */
  isKept: boolean;
}

/** Asks before the person leaves a page with unsaved changes: by a link, by Back, or by closing the tab. */
export function LeaveQuestion({ isUnsaved, isKept }: LeaveQuestionProps) {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const isOnGuard = isUnsaved && !isLeaving;
  useBackCloses(isOnGuard && leave === null, () => setLeave(() => () => history.back()));
  useEffect(() => {
    if (!isOnGuard) return;
    const guard = new AbortController();
    const options = { signal: guard.signal, capture: true };
    window.addEventListener('beforeunload', (event) => event.preventDefault(), options);
    document.addEventListener(
      'click',
      (event) => {
        const path = pathOfLink(event);
        if (path === null) return;
        event.preventDefault();
        setLeave(() => () => void navigate(path));
      },
      options,
    );
    return () => guard.abort();
  }, [isOnGuard, navigate]);
  if (leave === null || !isUnsaved) return null;
  return (
    <Question
      isKept={isKept}
      onStay={() => setLeave(null)}
      onLeave={() => {
        setIsLeaving(true);
        setLeave(null);
        afterOverlays(leave);
      }}
    />
  );
}

interface QuestionProps {
  isKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}

function Question({ isKept, onStay, onLeave }: QuestionProps) {
  const [title, text] = [useId(), useId()];
  return (
    <NativeDialog label={{ 'aria-labelledby': title }} describedBy={text} onClose={onStay}>
      <h2 id={title} className="text-21 font-title leading-title">
        Leave without saving?
      </h2>
      <p id={text} className="mt-2 text-15 text-muted">
        {isKept
          ? 'Nobody sees your changes yet. They stay on this device and are here when you come back.'
          : 'Nobody sees your changes yet, and this browser does not keep them.'}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onStay}>Stay</Button>
        <Button look="danger" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </NativeDialog>
  );
}

/** Returns the path to which a press leads on this site, in this window; null for any other press. */
function pathOfLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return null;
  if (link.origin !== location.origin || link.pathname === location.pathname) return null;
  return link.pathname + link.search + link.hash;
}
