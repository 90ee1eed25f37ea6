import { removePasskey } from './keys.js';

it.each(['1e3', '0x10', ' 7', '7.0', '', '0'])('a passkey is not named by "%s"', (id) => {
  expect(removePasskey.params?.safeParse({ id }).success).toBe(false);
});
