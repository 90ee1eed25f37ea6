import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const keptMail = z.object({
  id: z.number(),
  /** The Message-ID, with the angle brackets. */
  messageId: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Headers as received. */
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
  receivedAt: z.string(),
});
/** A mail that was accepted. */
export type KeptMail = z.output<typeof keptMail>;

const line = z.union([z.object({ mail: keptMail }), z.object({ repeated: z.string() })]);
export type Line = z.output<typeof line>;

/**
 * File of accepted mails, one line each, written before the acknowledgement: no mail is lost when the process
 * is killed.
 */
export class MailFile {
  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
  }

  /** Returns all lines; an incomplete last line was never acknowledged. */
  read(): Line[] {
    if (!existsSync(this.path)) return [];
    return readFileSync(this.path, 'utf8')
      .split('\n')
      .flatMap((text) => parsed(text) ?? []);
  }

  append(added: Line): void {
    appendFileSync(this.path, `${JSON.stringify(added)}\n`);
  }

  /** Replaces all lines. */
  replace(lines: readonly Line[]): void {
    writeFileSync(`${this.path}.new`, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
    renameSync(`${this.path}.new`, this.path);
  }
}

function parsed(text: string): Line | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
