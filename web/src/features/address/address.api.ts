import {
  account,
  changeEmail,
  requestPasswordReset,
  resetPassword,
  sendVerification,
} from '@likewell/contracts/gateway/addresses';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { useMemberQuery, useReadAgain } from '../../shared/session/use-member-key';
import { useLink } from './use-link';

const MAIL_UNKNOWN = 'No answer came. Look for a mail from us before you try again.';
const CHANGE_UNKNOWN = 'No answer came. See whether the new address waits for its link before you try again.';

export type Account = RouteResponse<typeof account>;

/** Reads the member's own address, and the new one that waits for its verification. */
export const useAccount = () => useMemberQuery('account', ({ signal }) => call(account, { signal }));

/** Sends the link that verifies the address once more. */
export function useSendVerification() {
  return useSingleMutation({ mutationFn: () => explainUnanswered(call(sendVerification, {}), MAIL_UNKNOWN) });
}

/** Requests a change of the address. */
export function useChangeEmail() {
  return useSingleMutation({
    mutationFn: (email: string) => explainUnanswered(call(changeEmail, { body: { email } }), CHANGE_UNKNOWN),
    onSettled: useReadAgain('account'),
  });
}

/** Sends a link to set a new password, if the account exists. */
export function useRequestReset() {
  return useSingleMutation({
    mutationFn: (emailOrUser: string) =>
      explainUnanswered(call(requestPasswordReset, { body: { emailOrUser } }), MAIL_UNKNOWN),
  });
}

/** Sets a new password with the secret of a link. */
export function useResetPassword() {
  return useLink((token, newPassword: string) =>
    call(resetPassword, { body: { token, newPassword }, deadlineMs: HASHING_DEADLINE_MS }),
  );
}
