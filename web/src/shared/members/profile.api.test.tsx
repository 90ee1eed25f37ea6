import type { Profile } from '@likewell/contracts/gateway/users';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { inClient } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { signInAs, tom } from '../../test-members';
import { countFollower, useProfile } from './profile.api';

const profileOf = (followers: number, subscribed: boolean) =>
  ({ username: 'mary', followers, subscribed }) as Profile;

signInAs(tom);

it('a profile whose first read began before the member was followed counts the new follower', async () => {
  const client = makeQueryClient();
  const respondToFirst = respondLater();
  respond(200, profileOf(8, true));
  const { result, unmount } = renderHook(() => useProfile('mary'), { wrapper: inClient(client) });
  await waitFor(() => expect(fetchMock).toHaveBeenCalled());
  countFollower(client, tom.id, 'mary', true);
  respondToFirst(200, profileOf(7, false));
  await waitFor(() => expect(result.current.data).toEqual(profileOf(8, true)));
  unmount();
});
