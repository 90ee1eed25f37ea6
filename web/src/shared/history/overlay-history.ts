import { useEffect, useEffectEvent } from 'react';

/**
 * State of an entry of the browser's history: the number of open overlays. The router's
 * own state is kept beside it.
 */
interface EntryState {
  overlays?: number;
}

interface Overlay {
  close: () => void;
  /**
   * Path of the page over which it was opened; a navigation to another page closes it, a moment after the
   * address has changed.
   */
  path: string;
}

const open: Overlay[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let whenSettled: (() => void)[] = [];
let isGoingBack = false;

const overlaysOf = (state: unknown): number => (state as EntryState | null)?.overlays ?? 0;

/**
 * Makes Back close open overlays before it leaves the page. Each overlay gets a history entry with the same
 * address, which is removed when the overlay is closed in another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const own: Overlay = { close: () => closeNow(), path: location.pathname };
    open.push(own);
    // Back may be pressed before the page's companions are loaded; adding the same
    // listener again has no effect.
    window.addEventListener('popstate', followBack);
    settleSoon();
    return () => {
      open.splice(open.indexOf(own), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Runs once the history has no entry of a closed overlay on top, which a navigation would bury. */
export function afterOverlays(run: () => void): void {
  whenSettled.push(run);
  settleSoon();
}

/**
 * Runs a navigation; while the browser is on its way back from the entry of a closed overlay once it is there,
 * since it would go back from the new page instead.
 */
export function navigateOnceBack(run: () => void): void {
  if (isGoingBack) whenSettled.push(run);
  else run();
}

/** Closes the overlays whose entries Back has left, and goes past entries whose overlay is already closed. */
function followBack({ state }: PopStateEvent): void {
  // An overlay that was opened while another's entry was being removed must stay.
  const closing = isGoingBack ? [] : open.slice(overlaysOf(state)).reverse();
  isGoingBack = false;
  for (const { close } of closing) close();
  settleSoon();
}

/** Listens to Back, also on a reloaded page. Returns a function that stops it. */
export function followHistory(): () => void {
  window.addEventListener('popstate', followBack);
  // On a reloaded page no overlay is open any more.
  settleSoon();
  return () => window.removeEventListener('popstate', followBack);
}

/** Longer than a browser takes to go back within a page. */
const GOING_BACK_MS = 500;

/**
 * Adjusts the history a moment later, so that one overlay can pass its entry to the next; not while the
 * browser is going back.
 */
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
  // An overlay that is about to close with its page gets no entry at the next page.
  const isOfThisPage = open.every(({ path }) => path === location.pathname);
  for (let count = open.length + surplus + 1; isOfThisPage && count <= open.length; count += 1) {
    history.pushState({ ...(history.state as object | null), overlays: count }, '');
  }
  const waiting = whenSettled;
  whenSettled = [];
  for (const run of waiting) run();
}

/** Resets the state when there was no entry to go back to. */
function stayHere(): void {
  isGoingBack = false;
  history.replaceState({ ...(history.state as object | null), overlays: open.length }, '');
  settle();
}
