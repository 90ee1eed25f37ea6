import { authErrors } from '@likewell/contracts/auth/errors';
import { relyingPartyOf } from './relying-party.js';

it.each([
  ['the only name', ['https://likewell.example'], 'likewell.example', 1],
  [
    'the name above the first',
    ['https://www.likewell.example', 'https://likewell.example'],
    'likewell.example',
    2,
  ],
  [
    'the first, not one below it',
    ['https://likewell.example', 'https://m.likewell.example'],
    'likewell.example',
    2,
  ],
  ['the first, not a shorter one', ['https://likewell.example', 'https://lw.example'], 'likewell.example', 1],
  [
    'the first, not one in which it only ends',
    ['https://likewell.example', 'https://well.example'],
    'likewell.example',
    1,
  ],
  ['the first that is no address', ['http://127.0.0.1:8080', 'http://localhost:8080'], 'localhost', 1],
])('passkeys are bound to %s', (_, SITE_ORIGINS, id, origins) => {
  const party = relyingPartyOf({ SITE_ORIGINS });
  expect([party.id, party.origins.length]).toEqual([id, origins]);
});

it('a site without a name has no passkeys', () => {
  const code = authErrors.PASSKEYS_NOT_SET_UP.code;
  expect(() => relyingPartyOf({ SITE_ORIGINS: ['http://[::1]:8080'] })).toThrow(
    expect.objectContaining({ code }),
  );
});
