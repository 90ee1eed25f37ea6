import { newNonce, readMessage, writeMessage, writeRequest } from './wallet-message.js';

const TIME = '2026-11-21T12:00:00.000Z';

it('the text to sign is read as it was written', () => {
  const nonce = newNonce();
  const message = writeMessage('likewell.example:8080', nonce, new Date(TIME));
  expect(message).toBe(`Login to Likewell likewell.example:8080 ${nonce} ${TIME}`);
  expect(nonce).toMatch(/^[A-Za-z0-9]{22}$/);
  expect(readMessage(message)).toEqual({
    challenge: { host: 'likewell.example:8080', nonce },
    account: null,
    time: TIME,
    windowSeconds: 300,
  });
});

it('the spec’s form is the phrase and the time', () => {
  expect(readMessage(`Login to Likewell ${TIME}`)).toEqual({
    challenge: null,
    account: null,
    time: TIME,
    windowSeconds: 120,
  });
});

const ADDRESS = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';
const NONCE = 'x'.repeat(22);
const ORIGIN = 'http://likewell.example:8080';
const SIGN_IN = `likewell.example:8080 wants you to sign in with your Solana account:
${ADDRESS}

Login to Likewell

URI: ${ORIGIN}
Version: 1
Nonce: ${NONCE}
Issued At: ${TIME}`;

it('the text that a wallet writes of our request is that of the Wallet Standard, and is read', () => {
  expect(writeRequest(ORIGIN, NONCE, new Date(TIME))).toEqual({
    domain: 'likewell.example:8080',
    statement: 'Login to Likewell',
    uri: ORIGIN,
    version: '1',
    nonce: NONCE,
    issuedAt: TIME,
  });
  expect(readMessage(SIGN_IN)).toEqual({
    challenge: { host: 'likewell.example:8080', nonce: NONCE },
    account: { address: ADDRESS, uri: ORIGIN },
    time: TIME,
    windowSeconds: 300,
  });
});

it.each([
  SIGN_IN.replace('Solana', 'Ethereum'),
  SIGN_IN.replace('Login to Likewell', 'Give everything away'),
  SIGN_IN.replace('Login to Likewell\n\n', ''),
  SIGN_IN.replace('Version: 1', 'Version: 2'),
  SIGN_IN.replace('Version: 1\n', ''),
  SIGN_IN.replace('Version: 1', 'Version: 1\nChain ID: mainnet'),
  SIGN_IN.replace(NONCE, 'x'.repeat(21)),
  SIGN_IN.replace(NONCE, `${'x'.repeat(21)}-`),
  SIGN_IN.replace(TIME, '2026-02-31T12:00:00.000Z'),
  SIGN_IN.replace(TIME, '2026-11-21'),
  SIGN_IN.replaceAll('\n', '\r\n'),
  `${SIGN_IN}\n`,
  `${SIGN_IN}\nResources:\n- https://evil.example`,
  `evil.example\n${SIGN_IN}`,
  `evil.example ${SIGN_IN}`,
])('%j is no text that a wallet writes of our request', (message) => {
  expect(readMessage(message)).toBeNull();
});

it.each([
  '',
  TIME,
  'Login to Likewell',
  'Login to Likewell ',
  `login to likewell ${TIME}`,
  `Login to Likewell  ${TIME}`,
  ` Login to Likewell ${TIME}`,
  `Login to Likewell ${TIME}\n`,
  `Login to Likewell ${TIME} `,
  'Login to Likewell 2026-11-21',
  'Login to Likewell 2026-11-21T12:00:00Z',
  'Login to Likewell 2026-11-21T12:00:00.000+00:00',
  'Login to Likewell 2026-02-31T12:00:00.000Z',
  'Login to Likewell 2026-13-01T12:00:00.000Z',
  'Login to Likewell 2026-11-21T24:00:00.000Z',
  'Login to Likewell ٢026-11-21T12:00:00.000Z',
  `Login to Likewell likewell.example ${TIME}`,
  `Login to Likewell likewell.example ${'x'.repeat(21)} ${TIME}`,
  `Login to Likewell likewell.example ${'x'.repeat(23)} ${TIME}`,
  `Login to Likewell likewell.example other ${'x'.repeat(22)} ${TIME}`,
  `Login to Another ${TIME}`,
])('%j is no message of either form', (message) => {
  expect(readMessage(message)).toBeNull();
});
