import { useEffect } from 'react';

/** How many overlays are open at an entry of the browser's history; the router's own state stays beside it. */
interface EntryState {
  overlays?: number;
}

type Close = () => void;

const open: Close[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let whenSettled: (() => void)[] = [];
let isGoingBack = false;

const overlaysOf = (state: unknown): number => (state as EntryState | null)?.overlays ?? 0;

/**
 * Lets Back close what is open over the page before it leaves the page: each overlay gets an entry of the history, at
 * the same address, which goes again when the overlay is closed in another way.
 */
export function useBackCloses(isOpen: boolean, close: Close): void {
  useEffect(() => {
    if (!isOpen) return;
    const own: Close = () => close();
    open.push(own);
    settleSoon();
    return () => {
      open.splice(open.indexOf(own), 1);
      settleSoon();
    };
    // What closes it may change while it is open, its place in the history does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen]);
}

/** Runs once the history has no entry of a closed overlay on top, which going to another page would bury. */
export function afterOverlays(run: () => void): void {
  whenSettled.push(run);
  settleSoon();
}

/** Listens to Back; an entry whose overlay is gone is passed over. The answered function ends it. */
export function followHistory(): () => void {
  const look = ({ state }: PopStateEvent) => {
    // What was opened while the entry of another overlay went is not meant.
    const closing = isGoingBack ? [] : open.slice(overlaysOf(state)).reverse();
    isGoingBack = false;
    for (const close of closing) close();
    settleSoon();
  };
  window.addEventListener('popstate', look);
  // A page that was loaded anew has nothing open any more.
  settleSoon();
  return () => window.removeEventListener('popstate', look);
}

/** Longer than a browser takes to go back within a page. */
const GOING_BACK_MS = 500;

/** A moment later, in which one overlay may give its entry to the next; not while the browser is going back. */
function settleSoon(): void {
  if (isGoingBack) return;
  clearTimeout(timer);
  timer = setTimeout(settle);
}

function settle(): void {
  const surplus = overlaysOf(history.state) - open.length;
  if (surplus > 0) {
    isGoingBack = true;
    history.go(-surplus);
    timer = setTimeout(stayHere, GOING_BACK_MS);
    return;
  }
  for (let count = open.length + surplus + 1; count <= open.length; count += 1) {
    history.pushState({ ...(history.state as object | null), overlays: count }, '');
  }
  const waiting = whenSettled;
  whenSettled = [];
  for (const run of waiting) run();
}

/** There was nothing to go back to. */
function stayHere(): void {
  isGoingBack = false;
  history.replaceState({ ...(history.state as object | null), overlays: open.length }, '');
  settle();
}
