import type { RouteResponse, RouteRequest } from '@likewell/contracts/gateway/define-route';
import { changeAvatar, changePassword, changeUsername } from '@likewell/contracts/gateway/users';
import { call } from '../../shared/api/client';
import { finishChange, useSingleMutation } from '../../shared/api/use-single-mutation';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
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

/** Changes the avatar, at the server and in the stored user; the page then says so and loads again. */
export function useChangeAvatar() {
  return useSingleMutation({
    mutationFn: (photo: File) =>
      finishChange(call(changeAvatar, { file: photo, deadlineMs: UPLOAD_DEADLINE_MS }), (user) => {
        keep(user);
        announceAndReload('Your photo was successfully changed');
      }),
  });
}

/** Changes the username, at the server and in the stored user; the page then says so and loads again. */
export function useChangeUsername() {
  return useSingleMutation({
    mutationFn: (username: string) =>
      finishChange(call(changeUsername, { body: { username } }), (user) => {
        keep(user);
        announceAndReload('Your username was successfully changed');
      }),
  });
}

/** Updates the stored user, so that the page shows the change at once after the reload. */
function keep({ username, avatar }: RouteResponse<typeof changeUsername>): void {
  updateUser({ username, avatar });
}
