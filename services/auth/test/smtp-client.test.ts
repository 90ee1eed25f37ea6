import { SmtpStandIn } from '@likewell/stand-in-smtp/smtp-stand-in';
import { smtpServer } from '../src/mail/mail-config.js';
import { SmtpClient } from '../src/mail/smtp-client.js';

const MAIL = {
  messageId: '<one@likewell.test>',
  to: 'maya@example.org',
  subject: 'A',
  text: 'b',
  html: '<p>b</p>',
};
const clientOf = (url: string, ENVIRONMENT: 'production' | 'development', SMTP_TIMEOUT_MS = 20_000) =>
  new SmtpClient({ SMTP_URL: smtpServer.parse(url), MAIL_FROM: undefined, SMTP_TIMEOUT_MS, ENVIRONMENT });

it.each([
  ['offers no TLS', {}, 'ETLS'],
  ['has a certificate that nobody trusts', { startTls: true }, 'ESOCKET'],
])('in production a server that %s gets no mail', async (_title, options, code) => {
  const smtp = new SmtpStandIn(options);
  await smtp.listen();
  const client = clientOf(smtp.url, 'production');
  await expect(client.send(MAIL)).rejects.toMatchObject({ code });
  expect(smtp.mails()).toEqual([]);
  client.onApplicationShutdown();
  await smtp.close();
});

it('waits for a server that says nothing no longer than it was told', async () => {
  const smtp = new SmtpStandIn();
  await smtp.listen();
  const client = clientOf(smtp.url, 'development', 500);
  for (const step of ['connect', 'rcpt-to', 'data'] as const) {
    smtp.faults = { step: { [step]: 'silent' } };
    const begun = performance.now();
    await expect(client.send(MAIL)).rejects.toThrow();
    // By itself the library waits for half a minute and more.
    expect(performance.now() - begun).toBeLessThan(10_000);
  }
  client.onApplicationShutdown();
  await smtp.close();
});

it.each([
  'http://mail.example',
  'smtp:',
  'mail.example:25',
  'smtp://mail.example?tls.rejectUnauthorized=false',
])('%s is no mail server', (url) => {
  expect(smtpServer.safeParse(url).success).toBe(false);
});
