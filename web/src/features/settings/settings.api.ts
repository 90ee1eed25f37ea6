import type { RouteResponse, RouteRequest } from '@likewell/contracts/gateway/define-route';
import { changeAvatar, changePassword, changeUsername } from '@likewell/contracts/gateway/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { finishChange, useSingleMutation } from '../../shared/api/use-single-mutation';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { paths } from '../../shared/config/paths';
import { profilesKey } from '../../shared/members/profile.api';
import { notify } from '../../shared/notices/notice-store';
import { postKeys } from '../../shared/posts/post-cache';
import { updateUser } from '../../shared/session/session-store';
import { announceAndReload } from './announce-and-reload';

/** Enough for a photo of 1 MB over a slow connection. */
const UPLOAD_DEADLINE_MS = 60_000;

/** Changes the password; the server then ends all sessions of the member, and `onUpdated` is called. */
export function useChangePassword(onUpdated: () => void) {
  return useSingleMutation({
    mutationFn: (body: RouteRequest<typeof changePassword, 'body'>) =>
      finishChange(call(changePassword, { body, deadlineMs: HASHING_DEADLINE_MS }), onUpdated),
  });
}

/** Changes the avatar, at the server and in the stored user. */
export function useChangeAvatar() {
  return useShownChange('Your photo was successfully changed', (photo: File) =>
    call(changeAvatar, { file: photo, deadlineMs: UPLOAD_DEADLINE_MS }),
  );
}

/** Changes the username, at the server and in the stored user. */
export function useChangeUsername() {
  return useShownChange('Your username was successfully changed', (username: string) =>
    call(changeUsername, { body: { username } }),
  );
}

/**
 * A change of what the page shows of the member. An alert says so, and the page loads again (spec, section 4);
 * to somebody who has left the settings a notice says so, since a reload would take what they do by then.
 */
function useShownChange<Given>(
  text: string,
  send: (given: Given) => Promise<RouteResponse<typeof changeUsername>>,
) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (given: Given) =>
      finishChange(send(given), ({ username, avatar, is_verified }) => {
        updateUser({ username, avatar, is_verified });
        // Their own page, where it is open, shows the change, and leads on from the address with the former name.
        for (const queryKey of [profilesKey, postKeys.members]) void client.invalidateQueries({ queryKey });
        if (location.pathname.startsWith(paths.settings)) announceAndReload(text);
        else notify(text);
      }),
  });
}
