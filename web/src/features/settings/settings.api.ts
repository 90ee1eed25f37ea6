import type { RouteResponse, RouteRequest } from '@likewell/contracts/gateway/define-route';
import { changeAvatar, changePassword, changeUsername } from '@likewell/contracts/gateway/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { updateUser } from '../../shared/session/session-store';

/** Hashing a password may have to wait its turn at the server, twice here. */
const HASHING_DEADLINE_MS = 28_000;
/** A photo of 1 MB over a slow line. */
const UPLOAD_DEADLINE_MS = 60_000;

/** Changes the password; from then on the server knows none of the member's sessions. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: RouteRequest<typeof changePassword, 'body'>) =>
      call(changePassword, { body, deadlineMs: HASHING_DEADLINE_MS }),
  });
}

/** Changes the avatar, here and in the stored user. */
export function useChangeAvatar() {
  return useMutation({
    mutationFn: async (photo: File) => {
      keep(await call(changeAvatar, { file: photo, deadlineMs: UPLOAD_DEADLINE_MS }));
    },
  });
}

/** Changes the username, here and in the stored user. */
export function useChangeUsername() {
  return useMutation({
    mutationFn: async (username: string) => {
      keep(await call(changeUsername, { body: { username } }));
    },
  });
}

/** So that the page after the reload shows at once what is new. */
function keep({ username, avatar }: RouteResponse<typeof changeUsername>): void {
  updateUser({ username, avatar });
}
