import { createStore, useStore } from '../store/store';

/** Later than a dialog needs to close: the focus, which then goes back, would cut the sentence short. */
const AFTER_CLOSE_MS = 500;
const READ_WITHIN_MS = 5000;

const announcement = createStore('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads a sentence out, for those who do not see what an action has changed. It takes the place of the one before. */
export function announce(text: string): void {
  clearTimeout(timer);
  // Otherwise the same sentence again would change nothing, and not be read out.
  announcement.set('');
  timer = setTimeout(() => {
    announcement.set(text);
    timer = setTimeout(() => announcement.set(''), READ_WITHIN_MS);
  }, AFTER_CLOSE_MS);
}

/** Returns the sentence that is to be read out now, or ''. */
export const useAnnouncement = (): string => useStore(announcement);
