import { useEffect } from 'react';

/** How many overlays are open at an entry of the browser's history; the router's own state stays beside it. */
interface EntryState {
  overlays?: number;
}

interface Overlay {
  close: () => void;
  /** Of the page that it was opened over; going to another one takes it away, a moment after the address has changed. */
  path: string;
}

const open: Overlay[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let whenSettled: (() => void)[] = [];
let isGoingBack = false;

const overlaysOf = (state: unknown): number => (state as EntryState | null)?.overlays ?? 0;

/**
 * Lets Back close what is open over the page before it leaves the page: each overlay gets an entry of the history, at
 * the same address, which goes again when the overlay is closed in another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const own: Overlay = { close: () => close(), path: location.pathname };
    open.push(own);
    // Whoever opens something may go back before the page's companions are there; it is listened to once all the same.
    window.addEventListener('popstate', followBack);
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

/** Closes what Back has left; an entry whose overlay is gone is passed over. */
function followBack({ state }: PopStateEvent): void {
  // What was opened while the entry of another overlay went is not meant.
  const closing = isGoingBack ? [] : open.slice(overlaysOf(state)).reverse();
  isGoingBack = false;
  for (const { close } of closing) close();
  settleSoon();
}

/** Listens to Back, also on a page that was loaded anew. The answered function ends it. */
export function followHistory(): () => void {
  window.addEventListener('popstate', followBack);
  // Of such a page nothing is open any more.
  settleSoon();
  return () => window.removeEventListener('popstate', followBack);
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
  // What is about to go with its page gets no entry at the next one.
  const isOfThisPage = open.every(({ path }) => path === location.pathname);
  for (let count = open.length + surplus + 1; isOfThisPage && count <= open.length; count += 1) {
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
