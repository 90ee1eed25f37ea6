import { createStore, useStore } from '../store/store';

/** A sentence about something without a visible effect, or whose effect is no longer visible. */
interface Notice {
  id: number;
  text: string;
}

const notices = createStore<readonly Notice[]>([]);
let last = 0;

/** Shows a sentence until it is dismissed. */
export function notify(text: string): void {
  last += 1;
  notices.set([...notices.get(), { id: last, text }]);
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

export const useNotices = (): readonly Notice[] => useStore(notices);
