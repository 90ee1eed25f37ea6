import { followSession, getSession, useMemberId } from '../session/session-store';
import { createStore, useStore } from '../store/store';

/** A sentence about something without a visible effect, or whose effect is no longer visible. */
interface Notice {
  id: number;
  text: string;
  /** The member whom it concerns; null when it was shown to a visitor. */
  memberId: number | null;
  /** Another member has signed in since: a visitor may be that one. */
  isPrivate: boolean;
}

const notices = createStore<readonly Notice[]>([], () => followSession(() => set(notices.get())));
let last = 0;

/**
 * Shows a sentence to a member, by default the one who is signed in, until it is dismissed. It stays after a
 * log-out, of which it may be the reason. While another member is signed in it is not shown, and after that to
 * its member alone, who may have sent a tip of which nothing else tells.
 */
export function notify(text: string, memberId = getSession().user?.id ?? null): void {
  last += 1;
  set([...notices.get(), { id: last, text, memberId, isPrivate: false }]);
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

/** Returns the notices for who looks at the page. */
export function useNotices(): readonly Notice[] {
  const present = useMemberId();
  return useStore(notices).filter(
    ({ memberId, isPrivate }) => (memberId ?? present) === present || (present === null && !isPrivate),
  );
}

/** Stores the notices; those of another member than the present one are private from now on. */
function set(all: readonly Notice[]): void {
  const present = getSession().user?.id ?? null;
  const isOthers = ({ memberId }: Notice) => present !== null && (memberId ?? present) !== present;
  notices.set(all.map((notice) => (isOthers(notice) ? { ...notice, isPrivate: true } : notice)));
}
