import { newNonce, readMessage, writeMessage } from './wallet-message.js';

const TIME = '2026-11-21T12:00:00.000Z';

it('the text to sign is read as it was written', () => {
  const nonce = newNonce();
  const message = writeMessage('likewell.example:8080', nonce, new Date(TIME));
  expect(message).toBe(`Login to Likewell likewell.example:8080 ${nonce} ${TIME}`);
  expect(readMessage(message)).toEqual({
    challenge: { host: 'likewell.example:8080', nonce },
    time: TIME,
    windowSeconds: 300,
  });
});

it('the spec’s form is the phrase and the time', () => {
  expect(readMessage(`Login to Likewell ${TIME}`)).toEqual({
    challenge: null,
    time: TIME,
    windowSeconds: 120,
  });
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
