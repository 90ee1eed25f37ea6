import { googleProof } from '@likewell/contracts/gateway/auth';
import { buildUrl } from '../../shared/api/build-url';
import { proofFrom } from '../../shared/session/popup';
import { requireMember } from '../../shared/session/require-member';
import { getSession } from '../../shared/session/session-store';

/** Address of the window in which a person proves that a Google account is theirs. */
export const GOOGLE_PROOF_URL = buildUrl(googleProof, {});

/**
 * Returns the proof that the window sends, for the member who opened it. @throws Error as {@link proofFrom} and
 * {@link requireMember}
 */
export async function proveGoogle(popup: Window | null): Promise<string> {
  const memberId = getSession().user?.id;
  const proof = await proofFrom(popup);
  requireMember(memberId);
  return proof;
}
