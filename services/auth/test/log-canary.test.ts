import { requestPasswordReset, resetPassword, verifyEmail } from '@likewell/contracts/auth/address-rpc';
import {
  beginTotp,
  confirmTotp,
  finishSecondFactor,
  replaceRecoveryCodes,
} from '@likewell/contracts/auth/keys-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { endSession } from '@likewell/contracts/auth/sessions-rpc';
import { logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { SmtpStandIn } from '@likewell/stand-in-smtp/smtp-stand-in';
import { BootedProcess } from '@likewell/testing/booted-process';
import { eventually } from '@likewell/testing/eventually';
import { TestBus } from '@likewell/testing/test-bus';
import { createTestSchema } from '@likewell/testing/test-schema';
import { startNats, startRedis } from '@likewell/testing/test-servers';
import { join } from 'node:path';
import { hashToken } from '../src/sessions/session-token.js';
import { codeAt, stepAt } from '../src/totp/totp-code.js';
import { authSchema } from '../src/schema.js';
import { LINK, MAIL_SETTINGS, QueueUnderTest, verifyMail } from './mail-under-test.js';
import { GatewayBus } from './start-auth.js';

const PASSWORD = 'canary-password-7f3a';
const NEW_PASSWORD = 'canary-password-9b1c';
/** Twenty bytes: the secret of an authenticator app. */
const TOTP_BYTES = 'canary-totp-secret-1';
const WRONG_CODE = '731946';
const NETWORK = '192.0.2.77';
const NETWORK_SECRET = 'canary-secret-of-networks-0d2c5f';
const EMAIL = 'canary-address@example.org';
/** Recipients of three mails: one that the server accepts, one that it rejects, and one whose statement fails. */
const READERS = ['canary-reader-1@example.org', 'canary-reader-2@example.org', 'canary-reader-3@example.org'];
const SMTP_PASSWORD = 'canary-mail-password';

it('the log of auth tells what went wrong and holds no password, token, link, code, secret of one, e-mail or address', async () => {
  const [schema, nats, redis] = await Promise.all([
    createTestSchema('auth', authSchema),
    startNats(),
    startRedis(),
  ]);
  const smtp = new SmtpStandIn();
  await smtp.listen();
  smtp.faults = { step: { 'rcpt-to': 'reject' }, to: READERS[1] ?? '' };
  const auth = await BootedProcess.prepare(join(import.meta.dirname, '..'), {
    DATABASE_URL: schema.url,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    HASH_MAX_WAIT_MS: '20000',
    NETWORK_SECRET,
    TOTP_SECRET: 'canary-secret-of-codes-7e21-for-tests',
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    SMTP_URL: smtp.url.replace('//', `//canary:${SMTP_PASSWORD}@`),
    ...MAIL_SETTINGS,
    LOG_LEVEL: 'trace',
  });
  await auth.start();
  const testBus = await TestBus.connect(nats.url);
  const bus = new GatewayBus(testBus);
  const registrations = [{ network: NETWORK, points: 5, windowMs: 3_600_000 }];
  const origin = { network: NETWORK, registrations };
  const form = { username: 'canary', email: EMAIL, password: PASSWORD, referralCode: null, origin };

  const { tokenHash, member } = await bus.begin(registerMember, form);
  const { memberId } = member;
  await bus.call(logIn, { emailOrUser: EMAIL, password: PASSWORD });
  await expect(bus.call(logIn, { emailOrUser: EMAIL, password: `${PASSWORD}!` })).rejects.toThrow();
  const secret = Buffer.from(TOTP_BYTES, 'utf8');
  await bus.call(beginTotp, { memberId, secret: secret.toString('hex') });
  const recoveryHashes = Array.from({ length: 10 }, (_, code) => hashToken(`canary-code-${code}`));
  const code = codeAt(secret, stepAt(Date.now()));
  const totp = { memberId, recoveryHashes };
  await expect(bus.call(confirmTotp, { ...totp, code: WRONG_CODE })).rejects.toThrow();
  await bus.call(confirmTotp, { ...totp, code });
  const ticketHash = hashToken('canary-ticket');
  await bus.call(logIn, { emailOrUser: EMAIL, password: PASSWORD, sessionHash: ticketHash });
  const proof = { way: 'totp', code } as const;
  const finish = { ticketHash, proof, sessionHash: hashToken('of nobody') };
  await expect(bus.call(finishSecondFactor, finish)).rejects.toThrow();
  const change = { memberId, oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await expect(bus.call(changePassword, { ...change, oldPassword: `${PASSWORD}?` })).rejects.toThrow();
  const linkTo = (page: string) =>
    eventually(() => {
      const [newest] = smtp
        .mails(EMAIL)
        .flatMap(({ text }) => [...text.matchAll(/\/account\/([a-z-]+)#(\S+)/g)]);
      expect(newest?.[1]).toBe(page);
      return newest?.[2] ?? '';
    });
  const verifies = await linkTo('verify-email');
  await bus.call(verifyEmail, { tokenHash: hashToken(verifies) });
  await expect(bus.call(verifyEmail, { tokenHash: hashToken(verifies) })).rejects.toThrow();
  await bus.call(requestPasswordReset, { emailOrUser: EMAIL, origin });
  const resets = await linkTo('reset-password');
  const queue = await QueueUnderTest.open(schema.url);
  await queue.add(verifyMail(READERS[0] ?? ''), verifyMail(READERS[1] ?? ''));
  await auth.logged('a mail was not taken');
  await eventually(() => expect(smtp.mails(READERS[0])).toHaveLength(1));
  // This mail cannot be marked as sent; the failing statement contains its row.
  await schema.owner.query(`ALTER TABLE mail ADD CONSTRAINT canary CHECK (status <> 'sent') NOT VALID`);
  await queue.add(verifyMail(READERS[2] ?? ''));
  await auth.logged('canary');
  await queue.close();
  // The statements that fail from here on contain the address, the password's hash and the token's hash.
  await schema.owner.query(`ALTER TABLE member DROP COLUMN referrer_id`);
  await schema.owner.query(`ALTER TABLE mail_link RENAME COLUMN token_hash TO other`);
  await schema.owner.query(`ALTER TABLE recovery_code RENAME code_hash TO other`);
  await schema.owner.query(`ALTER TABLE second_factor_ticket RENAME ticket_hash TO other`);
  await schema.owner.query(`ALTER TABLE totp RENAME secret TO other`);
  await schema.owner.query(`ALTER TABLE session RENAME COLUMN token_hash TO other`);
  const second = { ...form, username: 'canary2', email: `second-${EMAIL}` };
  const outcomes = await Promise.allSettled([
    bus.call(registerMember, second),
    bus.call(logIn, { emailOrUser: EMAIL, password: PASSWORD }),
    bus.call(changePassword, change),
    bus.call(endSession, { tokenHash }),
    bus.call(resetPassword, { tokenHash: hashToken(resets), newPassword: NEW_PASSWORD }),
    bus.call(replaceRecoveryCodes, totp),
    bus.call(beginTotp, { memberId, secret: secret.toString('hex') }),
    bus.call(finishSecondFactor, finish),
  ]);
  const failed = { status: 'rejected', reason: { code: commonErrors.INTERNAL.code } };
  expect(outcomes).toMatchObject(Array.from({ length: 8 }, () => failed));

  await eventually(() => expect(auth.log.match(/call failed/g)).toHaveLength(8));
  expect(auth.log).toMatch(/does not exist/);
  for (const text of [
    PASSWORD,
    NEW_PASSWORD,
    EMAIL,
    NETWORK,
    NETWORK_SECRET,
    tokenHash,
    verifies,
    hashToken(verifies),
    resets,
    hashToken(resets),
    '$argon2id$',
    ...READERS,
    LINK,
    'canary-token',
    SMTP_PASSWORD,
    secret.toString('hex'),
    TOTP_BYTES,
    ticketHash,
    ...recoveryHashes,
  ]) {
    expect(auth.log).not.toContain(text);
  }
  // By chance, six digits may be a part of a longer number or of an id.
  for (const digits of [code, WRONG_CODE]) expect(auth.log.match(/\b\d+\b/g)).not.toContain(digits);
  await testBus.close();
  await auth.stop();
  await smtp.close();
  await Promise.all([nats.remove(), redis.remove(), schema.drop()]);
});
