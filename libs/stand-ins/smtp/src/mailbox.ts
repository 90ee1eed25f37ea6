import { join } from 'node:path';
import { MailFile, type KeptMail, type Line } from './mail-file.js';

/** Maximum number of mails; the oldest is deleted first. */
const MAX_MAILS = 2000;
/** Number of lines at which the file is rewritten. */
const MAX_LINES = 3 * MAX_MAILS;

/** A mail as the page shows it. */
export interface ShownMail extends KeptMail {
  /** Number of further deliveries after it had been accepted. */
  readonly repeats: number;
}

/** The accepted mails. Like Gmail, Dovecot and Cyrus, it delivers one Message-ID once. */
export class Mailbox {
  private readonly mails = new Map<string, ShownMail>();
  private readonly file: MailFile | null;
  private lines = 0;
  private lastId = 0;

  /** @param folder where mails outlive the process; only in memory while it is empty */
  constructor(folder = '') {
    this.file = folder === '' ? null : new MailFile(join(folder, 'mails.jsonl'));
    for (const line of this.file?.read() ?? []) this.apply(line);
    this.rewrite();
  }

  /** Accepts a mail, or counts a repeated one. */
  take(mail: Omit<KeptMail, 'id'>): void {
    const isKnown = this.mails.has(mail.messageId);
    const line = isKnown ? { repeated: mail.messageId } : { mail: { ...mail, id: this.lastId + 1 } };
    this.file?.append(line);
    this.lines += 1;
    this.apply(line);
    if (this.lines > MAX_LINES) this.rewrite();
  }

  /** Lists mails, newest first. @param to only those to this address */
  list(to?: string): ShownMail[] {
    const all = [...this.mails.values()].reverse();
    return to === undefined ? all : all.filter((mail) => mail.to.includes(to));
  }

  find(id: number): ShownMail | null {
    return this.list().find((mail) => mail.id === id) ?? null;
  }

  private apply(line: Line): void {
    if ('mail' in line) {
      this.lastId = Math.max(this.lastId, line.mail.id);
      this.mails.set(line.mail.messageId, { ...line.mail, repeats: 0 });
      const [oldest] = this.mails.keys();
      if (this.mails.size > MAX_MAILS && oldest !== undefined) this.mails.delete(oldest);
      return;
    }
    const known = this.mails.get(line.repeated);
    if (known) this.mails.set(line.repeated, { ...known, repeats: known.repeats + 1 });
  }

  private rewrite(): void {
    const kept = [...this.mails.values()].flatMap(({ repeats, ...mail }): Line[] => [
      { mail },
      ...Array.from({ length: repeats }, () => ({ repeated: mail.messageId })),
    ]);
    this.file?.replace(kept);
    this.lines = kept.length;
  }
}
