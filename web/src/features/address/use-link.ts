import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { useSingleMutation } from '../../shared/api/use-single-mutation';

const PERHAPS_USED =
  'This link has been used, perhaps by your try that got no answer. See whether it worked before you ask for a new one.';

/**
 * A mutation that uses up the secret of the mail's link that was opened. After a try without an answer nobody
 * knows whether it did, so the server's rejection of the next one may be of a link that has worked.
 */
export function useLink<Result, Given = void>(work: (token: string, given: Given) => Promise<Result>) {
  const token = useToken();
  const isUnanswered = useRef(false);
  return useSingleMutation({
    mutationFn: async (given: Given) => {
      try {
        return await work(token, given);
      } catch (error) {
        isUnanswered.current ||= isPassing(error);
        const isUsed = error instanceof ApiError && error.code === 'MAIL_LINK_INVALID';
        throw isUsed && isUnanswered.current ? new ApiError(error.status, PERHAPS_USED, error.code) : error;
      }
    },
  });
}

/**
 * Returns the secret of the link. It is in the fragment, so no server, log or referrer has seen it. It is
 * removed from the address at once, so that neither the history nor a shared screen shows it.
 */
function useToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  // Removed before anything is painted.
  useLayoutEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
