import { followSession, getSession } from '../session/session-store';
import { createStore, useStore } from '../store/store';

/** A sentence about something without a visible effect, or whose effect is no longer visible. */
interface Notice {
  id: number;
  text: string;
  /** The member whom it concerns; undefined when it was shown to a visitor. */
  memberId: number | undefined;
}

const notices = createStore<readonly Notice[]>([], () => followSession(() => show(notices.get())));
let last = 0;

/**
 * Shows a sentence to a member, by default the one who is signed in, until it is dismissed or another member
 * signs in. It stays after a log-out, of which it may be the reason.
 */
export function notify(text: string, memberId = getSession().user?.id): void {
  last += 1;
  show([...notices.get(), { id: last, text, memberId }]);
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

export const useNotices = (): readonly Notice[] => useStore(notices);

/** Shows those of the notices that are not another member's. */
function show(all: readonly Notice[]): void {
  const present = getSession().user?.id;
  notices.set(all.filter(({ memberId = present }) => present === undefined || memberId === present));
}
