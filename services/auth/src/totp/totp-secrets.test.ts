import { TotpSecrets } from './totp-secrets.js';

const [OLD, NEW] = [
  'an old secret for codes of this test alone',
  'a new secret for codes of this test alone',
];
const secret = Buffer.from('12345678901234567890');
const by = (...TOTP_SECRET: string[]) => new TotpSecrets({ TOTP_SECRET });

it('opens what an older key has sealed, and seals with the newest', () => {
  const both = by(NEW, OLD);
  expect(both.open(1000, by(OLD).seal(1000, secret))).toEqual(secret);
  const sealed = both.seal(1000, secret);
  expect(by(NEW).open(1000, sealed)).toEqual(secret);
  expect(() => by(OLD).open(1000, sealed)).toThrow();
});

it('opens nothing of another key or another member', () => {
  expect(() => by(NEW).open(1000, by(OLD).seal(1000, secret))).toThrow();
  expect(() => by(NEW, OLD).open(1001, by(OLD).seal(1000, secret))).toThrow();
});
