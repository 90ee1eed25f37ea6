import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { holdReloads } from '../../shared/history/reload-page';
import { notify } from '../../shared/notices/notice-store';
import { getSession } from '../../shared/session/session-store';
import { createStore } from '../../shared/store/store';

const NO_ANSWER = 'No answer came. If new recovery codes were made, the old ones are void: make them again.';

interface Fresh {
  memberId: number;
  /** Null once a later set is known, which voids these. */
  codes: readonly string[] | null;
  /** Number of their set; missing where a server of the previous release responded. */
  setId: number | null | undefined;
  /** Lets the page reload itself again, if these codes hold it back. */
  release: () => void;
}

/** A set of recovery codes: of one member, a later one has a higher number. */
interface CodesSet {
  memberId: number;
  setId: number;
}

let isOnPage = false;
/** Recovery codes that have just been made and are not kept yet, of each member who has signed in on this page. */
export const freshCodes = createStore<readonly Fresh[]>([], () => {
  isOnPage = true;
  return () => {
    isOnPage = false;
  };
});

/** Numbers of the latest sets that this tab knows of, whoever made them. */
const latest = new Map<number, number>();

/** Tells the browser's other tabs of the latest set. Pages of the previous release use another channel. */
const otherTabs = new BroadcastChannel('recovery-code-sets');
otherTabs.addEventListener('message', ({ data }) => hear(data as CodesSet));

/**
 * Records a member's current set of recovery codes, of which the server has told: codes of earlier ones
 * are not shown any longer, in no tab. The order of responses says nothing: two may cross.
 */
export function recordCurrentSet(memberId: number, setId: number | null | undefined): void {
  if (!setId) return;
  // Where a server of the previous release made codes, theirs is the first number that comes after them.
  const isUnnumbered = (one: Fresh) => one.memberId === memberId && !one.setId;
  freshCodes.set(freshCodes.get().map((one) => (isUnnumbered(one) ? { ...one, setId } : one)));
  if (setId <= (latest.get(memberId) ?? 0)) return;
  hear({ memberId, setId });
  otherTabs.postMessage({ memberId, setId } satisfies CodesSet);
}

function hear({ memberId, setId }: CodesSet): void {
  latest.set(memberId, Math.max(setId, latest.get(memberId) ?? 0));
  const all = freshCodes.get();
  freshCodes.set(all.map((one) => (isReplaced(one) ? { ...one, codes: null, release: nothing } : one)));
  for (const one of all) if (isReplaced(one)) one.release();
}

const nothing = () => undefined;
const isReplaced = ({ memberId, setId }: Pick<Fresh, 'memberId' | 'setId'>) =>
  (setId ?? Infinity) < (latest.get(memberId) ?? 0);

/**
 * Waits for a change of the keys, and stores the recovery codes that it makes, if any, until the member has
 * kept them. Nothing shows them again, so the page does not reload itself from the request on; and the member
 * may leave before the response comes.
 * @throws ApiError also with a sentence for codes that may have been made without an answer
 */
export async function storeFreshCodes(
  change: Promise<{ recoveryCodes: readonly string[] | null; setId?: number | null | undefined }>,
): Promise<void> {
  const memberId = getSession().user?.id;
  const release = holdReloads();
  try {
    const { recoveryCodes, setId } = await explainUnanswered(change, NO_ANSWER);
    if (recoveryCodes !== null && memberId !== undefined) store(memberId, recoveryCodes, setId);
  } finally {
    release();
  }
}

function store(memberId: number, made: readonly string[], setId: Fresh['setId']): void {
  const codes = isReplaced({ memberId, setId }) ? null : made;
  // They came too late: the codes that are on show were made after them.
  if (codes === null && freshCodes.get().some((one) => one.memberId === memberId && one.codes)) return;
  const release = codes ? holdReloads() : nothing;
  // The codes before, if any, are void now.
  forgetCodes(memberId);
  freshCodes.set([...freshCodes.get(), { memberId, codes, setId, release }]);
  recordCurrentSet(memberId, setId);
  if (codes && !isOnPage && getSession().user?.id === memberId)
    notify('Your new recovery codes are in your settings.');
}

/** Returns the codes on show to a member; null or undefined when there are none. */
export const shownCodes = (memberId: number) =>
  freshCodes.get().find((one) => one.memberId === memberId)?.codes;

/** Forgets the fresh codes of a member. A reload that is due follows, once there are none left. */
export function forgetCodes(memberId: number): void {
  const all = freshCodes.get();
  freshCodes.set(all.filter((one) => one.memberId !== memberId));
  for (const one of all) if (one.memberId === memberId) one.release();
}
