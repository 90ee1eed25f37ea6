import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { TextSealer } from '@likewell/service-kit/rpc/sealed-text';
import { hashToken } from '../src/sessions/session-token.js';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';

function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    sealer: new TextSealer(publicKey.export({ format: 'der', type: 'spki' }).toString('base64')),
    openKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}
const [newest, older, stranger] = [newPair(), newPair(), newPair()];
const { sealer } = newest;

let auth: AuthUnderTest;
const heard: string[] = [];

beforeAll(async () => {
  auth = await AuthUnderTest.start({ PASSWORD_OPEN_KEY: `${newest.openKey},${older.openKey}` });
  auth.service.bus.nats.connection.subscribe('>', {
    callback: (_, message) => void heard.push(message.string()),
  });
});
afterAll(() => auth.stop());

const form = (username: string) => ({ username, email: `${username}@example.org`, referralCode: null });

it('neither a password nor a session’s token can be read on the bus', async () => {
  const { bus } = auth.service;
  const [first, second] = [1, 2].map(() => randomBytes(32).toString('base64url')) as [string, string];
  const password = () => sealer.seal(PASSWORD);
  const made = await bus.call(registerMember, {
    ...form('unheard'),
    password: password(),
    sessionHash: hashToken(first),
  });
  await bus.call(logIn, {
    emailOrUser: 'unheard',
    password: password(),
    sessionHash: hashToken(second),
  });
  const { memberId } = made.member;
  for (const token of [first, second])
    expect(await bus.call(getSession, { tokenHash: hashToken(token) })).toMatchObject({ memberId });
  const all = heard.join('\n');
  expect(all).toContain('unheard');
  for (const secret of [PASSWORD, first, second]) expect(all).not.toContain(secret);
});

it('a password that a gateway has sealed for the key before opens, too', async () => {
  const password = older.sealer.seal(PASSWORD);
  await auth.service.bus.call(registerMember, { ...form('rotating'), password });
  const signedIn = auth.service.bus.call(logIn, { emailOrUser: 'rotating', password: sealer.seal(PASSWORD) });
  await expect(signedIn).resolves.toMatchObject({ member: { username: 'rotating' } });
});

it('what is sealed for somebody else, or is no password, is told so', async () => {
  const register = (password: string) =>
    auth.service.bus.call(registerMember, { ...form('nobody_yet'), password });
  const wrong = stranger.sealer.seal(PASSWORD);
  for (const password of [wrong, sealer.seal('short'), sealer.seal('x'.repeat(257)), 'sealed:x'])
    await expect(register(password)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(
    auth.service.bus.call(logIn, { emailOrUser: 'unheard', password: sealer.seal('another password') }),
  ).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
});

it('a password that is not sealed is rejected', async () => {
  const register = auth.service.bus.call(registerMember, { ...form('unsealed'), password: PASSWORD });
  await expect(register).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
