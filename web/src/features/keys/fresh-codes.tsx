import { ApiError, errorText, isPassing } from '../../shared/api/api-error';
import { holdReloads } from '../../shared/history/reload-page';
import { notify } from '../../shared/notices/notice-store';
import { getSession, useUser } from '../../shared/session/session-store';
import { createStore, useStore } from '../../shared/store/store';
import { RecoveryCodes } from './recovery-codes';
import { VoidCodes } from './void-codes';

const NO_ANSWER = 'No answer came. If new recovery codes were made, the old ones are void: make them again.';

interface Fresh {
  memberId: number;
  /** Null once another tab has made newer ones, which void these. */
  codes: readonly string[] | null;
  /** Lets the page reload itself again. */
  release: () => void;
}

let isOnPage = false;
/** Recovery codes that have just been made and are not kept yet, of each member who has signed in on this page. */
const fresh = createStore<readonly Fresh[]>([], () => {
  isOnPage = true;
  return () => {
    isOnPage = false;
  };
});

/** Tells the browser's other tabs whose recovery codes have just been made. */
const otherTabs = new BroadcastChannel('recovery-codes');
otherTabs.addEventListener('message', ({ data }) =>
  fresh.set(fresh.get().map((one) => (one.memberId === data ? { ...one, codes: null } : one))),
);

/**
 * Waits for a change of the keys, and stores the recovery codes that it makes, if any, until the member has
 * kept them. Nothing shows them again, so the page does not reload itself from the request on; and the member
 * may leave before the response comes.
 * @throws ApiError also with a sentence for codes that may have been made without an answer
 */
export async function storeFreshCodes(
  change: Promise<{ recoveryCodes: readonly string[] | null }>,
): Promise<void> {
  const memberId = getSession().user?.id;
  const release = holdReloads();
  try {
    const { recoveryCodes } = await change;
    if (recoveryCodes !== null && memberId !== undefined) store(memberId, recoveryCodes);
  } catch (error) {
    throw isPassing(error) && errorText(error, '') === ''
      ? new ApiError(0, NO_ANSWER, '', { cause: error })
      : error;
  } finally {
    release();
  }
}

function store(memberId: number, codes: readonly string[]): void {
  const release = holdReloads();
  // The codes before, if any, are void now.
  forget(memberId);
  fresh.set([...fresh.get(), { memberId, codes, release }]);
  otherTabs.postMessage(memberId);
  if (!isOnPage && getSession().user?.id === memberId)
    notify('Your new recovery codes are in your settings.');
}

/** The member's fresh recovery codes, until they have kept them. */
export function FreshCodes() {
  const memberId = useUser()?.id;
  const made = useStore(fresh, (all) => all.find((one) => one.memberId === memberId));
  if (!made) return null;
  const close = () => forget(made.memberId);
  return made.codes ? <RecoveryCodes codes={made.codes} onKept={close} /> : <VoidCodes onRead={close} />;
}

/** Forgets the fresh codes of a member. A reload that is due follows, once there are none left. */
function forget(memberId: number): void {
  const all = fresh.get();
  fresh.set(all.filter((one) => one.memberId !== memberId));
  for (const one of all) if (one.memberId === memberId) one.release();
}
