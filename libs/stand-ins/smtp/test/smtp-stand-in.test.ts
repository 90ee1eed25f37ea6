import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { SmtpStandIn } from '../src/smtp-stand-in.js';

let standIn: SmtpStandIn;
beforeEach(async () => {
  standIn = new SmtpStandIn();
  await standIn.listen();
});
afterEach(() => standIn.close());

/**
 * Speaks SMTP line by line: each line is sent after the reply to the previous one.
 * @returns the server's replies
 */
async function converse(url: string, lines: readonly string[]): Promise<string[]> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  socket.setEncoding('utf8');
  const closed = once(socket, 'close').then(() => ['']);
  const reply = async () => {
    const [text] = (await Promise.race([once(socket, 'data'), closed])) as [string];
    return text.slice(0, 3);
  };
  const said = [await reply()];
  for (const line of lines) {
    if (socket.destroyed) break;
    socket.write(`${line}\r\n`);
    said.push(await reply());
  }
  socket.destroy();
  return said;
}

const HELLO = 'EHLO test';
const delivery = (to: string, id: string, body = 'Good morning.') => [
  'MAIL FROM:<no-reply@likewell.test>',
  `RCPT TO:<${to}>`,
  'DATA',
  `Message-ID: <${id}@likewell.test>\r\nSubject: A test\r\nTo: <${to}>\r\n\r\n${body}\r\n.`,
];

it('takes a mail by SMTP and shows it on a page and as JSON', async () => {
  const said = await converse(standIn.url, [HELLO, ...delivery('maya@example.org', 'one')]);
  expect(said).toEqual(['220', '250', '250', '250', '354', '250']);
  const response = await fetch(`${standIn.pageUrl}/mails?to=maya@example.org`);
  const { mails } = (await response.json()) as { mails: unknown[] };
  expect(mails).toMatchObject([
    { messageId: '<one@likewell.test>', to: ['maya@example.org'], subject: 'A test', repeats: 0 },
  ]);
  expect(await (await fetch(standIn.pageUrl)).text()).toContain('maya@example.org');
  expect(await (await fetch(`${standIn.pageUrl}/mails/1`)).text()).toContain('Good morning.');
  expect((await fetch(`${standIn.pageUrl}/mails/2`)).status).toBe(404);
  expect(standIn.mails('somebody@example.org')).toEqual([]);
});

it('delivers a Message-ID once and counts how often it came again', async () => {
  await converse(standIn.url, [
    HELLO,
    ...delivery('maya@example.org', 'one'),
    ...delivery('maya@example.org', 'one'),
  ]);
  await converse(standIn.url, [HELLO, ...delivery('maya@example.org', 'two')]);
  expect(standIn.mails().map(({ messageId, repeats }) => [messageId, repeats])).toEqual([
    ['<two@likewell.test>', 0],
    ['<one@likewell.test>', 1],
  ]);
});

it('no script of a mail runs on the page that shows it', async () => {
  const script = '<script>alert(1)</script>';
  await converse(standIn.url, [HELLO, ...delivery('maya@example.org', 'one', script)]);
  const html = await (await fetch(`${standIn.pageUrl}/mails/1`)).text();
  expect(html).toContain('sandbox=');
  expect(html).not.toContain('<script>');
});

it.each([
  [{ connect: 'reject' }, ['550']],
  [{ 'rcpt-to': 'busy' }, ['220', '250', '250', '451']],
  [{ 'rcpt-to': 'reject' }, ['220', '250', '250', '550']],
  [{ data: 'busy' }, ['220', '250', '250', '250', '354', '451']],
  [{ data: 'cut' }, ['220', '250', '250', '250', '354', '']],
] as const)('misbehaves as %j says, as often as it is told', async (step, expected) => {
  standIn.faults = { step, times: 1 };
  const steps = [HELLO, ...delivery('maya@example.org', 'one')].slice(0, expected.length - 1);
  expect(await converse(standIn.url, steps)).toEqual(expected);
  // If the connection was cut after the text, the mail was accepted although no acknowledgement was sent.
  expect(standIn.mails()).toHaveLength('data' in step && step.data === 'cut' ? 1 : 0);
  const well = await converse(standIn.url, [HELLO, ...delivery('maya@example.org', 'two')]);
  expect(well.at(-1)).toBe('250');
});

it('keeps its mails and what it knows of repeats when it starts again', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'likewell-mails-'));
  const first = new SmtpStandIn({ dataFolder });
  await first.listen();
  await converse(first.url, [
    HELLO,
    ...delivery('maya@example.org', 'one'),
    ...delivery('maya@example.org', 'one'),
  ]);
  await first.close();
  const second = new SmtpStandIn({ dataFolder });
  await second.listen();
  await converse(second.url, [
    HELLO,
    ...delivery('maya@example.org', 'one'),
    ...delivery('maya@example.org', 'two'),
  ]);
  expect(second.mails().map(({ id, repeats }) => [id, repeats])).toEqual([
    [2, 0],
    [1, 2],
  ]);
  await second.close();
  rmSync(dataFolder, { recursive: true });
});
