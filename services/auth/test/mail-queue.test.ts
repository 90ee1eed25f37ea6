import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { eventually } from '@likewell/testing/eventually';
import { SmtpStandIn } from '@likewell/stand-in-smtp/smtp-stand-in';
import { authService } from '../src/app.module.js';
import { MAIL_TEMPLATES, type MailTemplate, type NewMail } from '../src/mail/mail-templates.js';
import { authSchema } from '../src/schema.js';
import { LINK, MAIL_SETTINGS, QueueUnderTest, verifyMail } from './mail-under-test.js';

/** The time limit of an attempt, and the margin of its lease. */
const LEASE_SECONDS = 7;

interface MailRow {
  readonly status: string;
  readonly attempts: number;
  readonly recipient: string | null;
  readonly data: object | null;
  readonly waits: number;
}

const smtp = new SmtpStandIn();
let auth: ServiceUnderTest;
let queue: QueueUnderTest;
let names = 0;
beforeAll(async () => {
  await smtp.listen();
  const settings = {
    ...MAIL_SETTINGS,
    SMTP_URL: smtp.url,
    // Longer than a busy machine pauses this process, which would otherwise send a mail twice.
    SMTP_TIMEOUT_MS: '5000',
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  auth = await startService(authService, authSchema, settings);
  queue = await QueueUnderTest.open(auth.schema.url);
});
afterEach(() => {
  smtp.faults = {};
});
afterAll(async () => {
  await queue.close();
  await auth.stop();
  await smtp.close();
});

const newAddress = () => `reader-${(names += 1)}@example.org`;
const rowsOf = async (recipient: string): Promise<MailRow[]> => {
  const { rows } = await auth.schema.owner.query<MailRow>(
    `SELECT status, attempts, recipient, data, date_part('epoch', due_at - now()) AS waits FROM mail WHERE recipient = $1`,
    [recipient],
  );
  return rows;
};
/** Returns the rows of the finished mails. */
const finished = async () => {
  const { rows } = await auth.schema.owner.query<MailRow>(
    `SELECT status, attempts, recipient, data, 0 AS waits FROM mail WHERE status <> 'queued' ORDER BY finished_at DESC`,
  );
  return rows;
};

describe('a queued mail', () => {
  it('leaves once its transaction is committed, and its row forgets whom it went to and what it said', async () => {
    const to = newAddress();
    await queue.add(verifyMail(to));
    const [mail] = await eventually(() => {
      expect(smtp.mails(to)).toHaveLength(1);
      return smtp.mails(to);
    });
    expect(mail).toMatchObject({ from: 'no-reply@likewell.test', to: [to], repeats: 0 });
    expect(mail?.text).toContain(LINK);
    expect(mail?.html).toContain(`href="${LINK}"`);
    await eventually(async () => expect(await rowsOf(to)).toEqual([]));
    expect((await finished())[0]).toMatchObject({ status: 'sent', recipient: null, data: null });
  });

  it('leaves also where the clock of the process that queues it is an hour behind', async () => {
    const to = newAddress();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    await queue
      .add({ template: 'reset-password', to, memberId: null, data: { link: LINK } })
      .finally(() => vi.useRealTimers());
    await eventually(() => expect(smtp.mails(to)).toHaveLength(1));
  });

  it('never leaves where the transaction was rolled back', async () => {
    const to = newAddress();
    const undone = queue.database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await queue.addIn(tx, verifyMail(to));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rowsOf(to)).toEqual([]);
  });

  it('is tried again later, each time later than before, and with the same Message-ID', async () => {
    const to = newAddress();
    smtp.faults = { step: { data: 'cut' }, to, times: 2 };
    await queue.add(verifyMail(to));
    await eventually(() => expect(smtp.mails(to)).toMatchObject([{ repeats: 2 }]));
    await eventually(async () =>
      expect((await finished())[0]).toMatchObject({ status: 'sent', attempts: 3 }),
    );
    expect(smtp.mails(to)).toHaveLength(1);
  });

  it('waits twice as long after each failure, a quarter of an hour at most', async () => {
    const to = newAddress();
    smtp.faults = { step: { 'rcpt-to': 'busy' }, to };
    await queue.add(verifyMail(to));
    const delayOf = (attempts: number) => Math.min(2 ** (attempts - 1), 900);
    for (const attempts of [1, 5, 40]) {
      await auth.schema.owner.query('UPDATE mail SET due_at = now(), attempts = $2 WHERE recipient = $1', [
        to,
        attempts - 1,
      ]);
      const [row] = await eventually(async () => {
        const rows = await rowsOf(to);
        expect(rows[0]).toMatchObject({ status: 'queued' });
        expect(rows[0]?.attempts).toBeGreaterThanOrEqual(attempts);
        expect(rows[0]?.waits).toBeGreaterThan(delayOf(attempts) * 0.5);
        return rows;
      });
      // A busy machine may read a later attempt, or a lease instead of one of the first delays.
      expect(row?.waits).toBeLessThan(Math.max(delayOf(row?.attempts ?? 0) * 1.3, LEASE_SECONDS + 0.1));
    }
  });

  it('is given up at once where the server will never have it', async () => {
    const to = newAddress();
    smtp.faults = { step: { 'rcpt-to': 'reject' }, to };
    await queue.add(verifyMail(to));
    await eventually(async () => expect(await rowsOf(to)).toEqual([]));
    expect((await finished())[0]).toMatchObject({
      status: 'given-up',
      attempts: 1,
      recipient: null,
      data: null,
    });
    expect(smtp.mails(to)).toEqual([]);
  });

  it('is not tried any more once it is of no use', async () => {
    const to = newAddress();
    // Nobody sees it before its time is over.
    const mail = await queue.database.transaction(async (tx) => {
      await queue.addIn(tx, { template: 'reset-password', to, memberId: null, data: { link: LINK } });
      const [queued] = await tx.query<{ id: string; minutes: number }[]>(
        `SELECT id, round(date_part('epoch', useful_until - queued_at) / 60)::integer AS minutes
         FROM mail WHERE recipient = $1`,
        [to],
      );
      await tx.query('UPDATE mail SET useful_until = now() WHERE recipient = $1', [to]);
      return queued;
    });
    expect(mail?.minutes).toBe(30);
    // Both of these are due after it.
    for (const later of [newAddress(), newAddress()]) {
      await queue.add(verifyMail(later));
      await eventually(() => expect(smtp.mails(later)).toHaveLength(1));
    }
    expect(smtp.mails(to)).toEqual([]);
    const { rows } = await auth.schema.owner.query('SELECT attempts FROM mail WHERE id = $1', [mail?.id]);
    expect(rows).toEqual([{ attempts: 0 }]);
  });

  it('does not keep others waiting where the server has no word for it', async () => {
    const [silent, other] = [newAddress(), newAddress()];
    smtp.faults = { step: { 'rcpt-to': 'silent' }, to: silent };
    await queue.add(verifyMail(silent), verifyMail(other));
    await eventually(() => expect(smtp.mails(other)).toHaveLength(1));
    await eventually(async () => expect((await rowsOf(silent))[0]?.attempts).toBeGreaterThan(1), 30_000);
  });
});

describe('the limits', () => {
  const sendMany = async (count: number, mail: (index: number) => NewMail) => {
    let queued = 0;
    for (let index = 0; index < count; index += 1) queued += await queue.add(mail(index));
    return queued;
  };

  it('an address gets so many mails that anybody can cause, of each kind', async () => {
    const to = newAddress();
    expect(await sendMany(6, () => verifyMail(to))).toBe(4);
    expect(await sendMany(1, () => verifyMail(to.toUpperCase()))).toBe(0);
    expect(
      await sendMany(6, () => ({ template: 'reset-password', to, memberId: null, data: { link: LINK } })),
    ).toBe(4);
  });

  it('addresses that are one mailbox but for a tag count together, and use up nothing of the plain one', async () => {
    const [user = '', domain = ''] = newAddress().split('@');
    expect(await sendMany(12, (index) => verifyMail(`${user}+${index}@${domain}`))).toBe(8);
    expect(await sendMany(1, () => verifyMail(`${user}.2+13@${domain}`))).toBe(1);
    expect(await sendMany(6, () => verifyMail(`${user}@${domain}`))).toBe(4);
  });

  it('an address that begins with a plus sign is not a tag of no name', async () => {
    const [, domain = ''] = newAddress().split('@');
    expect(await sendMany(12, (index) => verifyMail(`+49170${index}@${domain}`))).toBe(12);
  });

  it('a network causes so many, to whatever addresses', async () => {
    expect(await sendMany(35, () => verifyMail(newAddress(), { network: 'network-1' }))).toBe(30);
    expect(await sendMany(1, () => verifyMail(newAddress(), { network: 'network-2' }))).toBe(1);
  });

  it('a member causes so many, to whatever addresses', async () => {
    const memberId = await newMember();
    expect(await sendMany(10, () => verifyMail(newAddress(), { memberId }))).toBe(6);
  });

  it('what tells a member of their account still comes where others used up what they can cause', async () => {
    const to = newAddress();
    await sendMany(6, () => verifyMail(to));
    expect(await sendMany(1, () => ({ template: 'password-was-reset', to, memberId: null, data: {} }))).toBe(
      1,
    );
  });

  it('what a member, or an intruder, did often does not keep back the alarm of something else', async () => {
    const [to, memberId] = [newAddress(), await newMember()];
    const notice = { to, memberId };
    expect(
      await sendMany(12, () => ({
        ...notice,
        template: 'new-device',
        data: { device: 'Firefox on Linux', at: new Date() },
      })),
    ).toBe(10);
    expect(await sendMany(1, () => ({ ...notice, template: 'password-changed', data: {} }))).toBe(1);
  });

  it('a link is not made for a mail that a limit forbids, so that the last one still works', async () => {
    const to = newAddress();
    let made = 0;
    const data = () => {
      made += 1;
      return Promise.resolve({ link: LINK });
    };
    await sendMany(6, () => ({ template: 'reset-password', to, memberId: null, data }));
    expect(made).toBe(4);
    expect(await queue.count('limited')).toBeGreaterThanOrEqual(2);
  });

  it('keep nothing from which an address could be read', async () => {
    const { rows } = await auth.schema.owner.query<{ key: string }>(
      `SELECT key FROM use_count WHERE key LIKE 'mail:%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).not.toMatch(/@|reader/);
  });
});

describe('what an attacker writes into an address', () => {
  it.each([
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nSubject: other',
    'a@example.org, b@example.org',
    'a@example.org;b@example.org',
    'Name <a@example.org>',
    '"a\r\nb"@example.org',
    'a@example.org\u2028Bcc: b@example.org',
    'a b@example.org',
    'ä@example.org',
    '',
  ])('%j gets no mail and no row', async (to) => {
    const before = await queue.count('unsendable');
    expect(await queue.add(verifyMail(to))).toBe(0);
    expect(await queue.count('unsendable')).toBe(before + 1);
  });

  it('a device, an address or a sentence of more than one line is no mail', async () => {
    const to = newAddress();
    for (const mail of [
      {
        template: 'new-device',
        to,
        memberId: null,
        data: { device: 'x\r\nBcc: b@example.org', at: new Date() },
      },
      { template: 'sign-in-method-changed', to, memberId: null, data: { what: 'x\ny' } },
      {
        template: 'email-changed',
        to,
        memberId: null,
        data: { undoLink: LINK, newEmail: 'a@example.org\nb' },
      },
      { template: 'verify-email', to, memberId: null, data: { link: 'javascript:alert(1)' } },
    ] as const)
      await expect(queue.add(mail)).rejects.toThrow();
    expect(await rowsOf(to)).toEqual([]);
  });

  it('stands in the text alone, as text', async () => {
    const to = newAddress();
    const device = '<img src=x onerror=alert(1)> Bcc: b@example.org';
    await queue.add({ template: 'new-device', to, memberId: null, data: { device, at: new Date() } });
    const [mail] = await eventually(() => {
      expect(smtp.mails(to)).toHaveLength(1);
      return smtp.mails(to);
    });
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img');
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual([
      ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'],
      'x-auto-response-suppress',
    ]);
  });
});

describe('every mail', () => {
  const DATA: { [Name in MailTemplate]: Extract<NewMail, { template: Name }>['data'] } = {
    'verify-email': { link: LINK },
    'email-taken': {},
    'confirm-new-email': { link: LINK, newEmail: 'new@example.org', username: 'maya' },
    'confirm-old-email': { link: LINK, newEmail: 'new@example.org' },
    'email-changed': { undoLink: LINK, newEmail: 'new@example.org' },
    'reset-password': { link: LINK },
    'last-reset-password': { link: LINK },
    'password-changed': {},
    'password-was-reset': {},
    'new-device': { device: 'firefox on linux', at: new Date('2026-11-24T16:40:00Z') },
    'sign-in-method-changed': { what: 'A passkey was added.' },
    'export-ready': { link: LINK },
    'deletion-requested': { until: new Date('2026-12-08T16:40:00Z') },
    'deletion-done': {},
  };

  it.each(MAIL_TEMPLATES)(
    '%s says the same in text and in HTML, to its member by name, and fetches nothing',
    async (template) => {
      const [to, memberId] = [
        newAddress(),
        await newMember(`maya_${template.replaceAll('-', '').slice(0, 12)}`),
      ];
      await queue.add({ template, to, memberId, data: DATA[template] } as NewMail);
      const [mail] = await eventually(() => {
        expect(smtp.mails(to)).toHaveLength(1);
        return smtp.mails(to);
      });
      const { text = '', html = '', subject = '' } = mail ?? {};
      expect(subject).toMatch(/^[\p{L}\p{N} ,.?’-]+ – Likewell$/u);
      expect(text).toContain('Hello maya_');
      expect(text).toContain('https://likewell.test');
      const words = html
        .replace(/<style>.*<\/style>|<title>.*<\/title>/gs, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/&#9678;|&amp;/g, '')
        .replace(/\s+/g, ' ');
      for (const line of text.split('\n\n').filter((part) => !part.includes('http')))
        expect(words).toContain(line.trim());
      expect(html).not.toMatch(/<img|<script|<link|url\(|src=|@import/);
      expect(
        html.match(/https?:\/\/[^"'< ,]+/g)?.every((url) => url.startsWith('https://likewell.test')),
      ).toBe(true);
    },
  );
});

async function newMember(username = `writer_${(names += 1)}`): Promise<number> {
  const { rows } = await auth.schema.owner.query<{ id: string }>(
    `INSERT INTO member (username, public_token) VALUES ($1, $1) RETURNING id`,
    [username],
  );
  return Number(rows[0]?.id);
}
