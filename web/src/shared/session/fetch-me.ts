import { me } from '@likewell/contracts/gateway/auth';
import type { User } from '@likewell/contracts/gateway/user';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { isUser } from './session-store';

/** The signed-in member as the server knows them now. */
export async function fetchMe(signal?: AbortSignal): Promise<User> {
  const user = await call(me, { signal });
  if (!isUser(user)) throw new ApiError(200);
  return user;
}
