import { Mailbox } from '../src/mailbox.js';

it('keeps the last 2,000 mails', () => {
  const mailbox = new Mailbox();
  for (let index = 0; index < 2001; index += 1) {
    const messageId = `<${index}@likewell.test>`;
    mailbox.take({
      messageId,
      from: '',
      to: [],
      subject: '',
      text: '',
      html: '',
      headers: [],
      receivedAt: '',
    });
  }
  expect(mailbox.list()).toHaveLength(2000);
  expect([mailbox.list()[0]?.messageId, mailbox.list().at(-1)?.messageId]).toEqual([
    '<2000@likewell.test>',
    '<1@likewell.test>',
  ]);
});
