import { useEffect, useEffectEvent } from 'react';

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Calls `resume` while an outage has stopped something (`isStopped`): when the browser is online again, when
 * the person returns to the page, and at intervals while the page is visible.
 */
export function useWhenReachable(isStopped: boolean, resume: () => void): void {
  const tryAgain = useEffectEvent(resume);
  useEffect(() => {
    if (!isStopped) return;
    return whenReachable(() => tryAgain());
  }, [isStopped]);
}

/** Does the same as {@link useWhenReachable}; returns a function that stops it. */
export function whenReachable(resume: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout>;
  const resumeIfSeen = () => {
    if (document.visibilityState === 'visible') resume();
  };
  const wait = () => {
    timer = setTimeout(() => {
      resumeIfSeen();
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      wait();
    }, pause);
  };
  wait();
  window.addEventListener('online', resume, { signal });
  document.addEventListener('visibilitychange', resumeIfSeen, { signal });
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}
