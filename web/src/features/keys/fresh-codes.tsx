import { notify } from '../../shared/notices/notice-store';
import { getSession, useUser } from '../../shared/session/session-store';
import { createStore, useStore } from '../../shared/store/store';
import { RecoveryCodes } from './recovery-codes';

let isOnPage = false;
/** Recovery codes that have just been made, and the member to whom they belong. */
const fresh = createStore<{ memberId: number; codes: readonly string[] } | null>(null, () => {
  isOnPage = true;
  return () => {
    isOnPage = false;
  };
});

/**
 * Waits for a change of the keys, and stores the recovery codes that it makes, if any, until the member has
 * kept them. Nothing shows them again, and the member may leave before the response comes.
 */
export async function storeFreshCodes(
  change: Promise<{ recoveryCodes: readonly string[] | null }>,
): Promise<void> {
  const memberId = getSession().user?.id;
  const { recoveryCodes } = await change;
  if (recoveryCodes === null || memberId === undefined) return;
  fresh.set({ memberId, codes: recoveryCodes });
  if (!isOnPage && getSession().user?.id === memberId)
    notify('Your new recovery codes are in your settings.');
}

/** The member's fresh recovery codes, until they have kept them. */
export function FreshCodes() {
  const memberId = useUser()?.id;
  const made = useStore(fresh);
  if (made === null || made.memberId !== memberId) return null;
  return <RecoveryCodes codes={made.codes} onKept={() => fresh.set(null)} />;
}
