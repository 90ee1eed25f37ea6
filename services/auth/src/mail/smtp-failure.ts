import { z } from 'zod';

const nodemailerError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional(),
});

/** Why a mail was not handed over, without any word of the server's: it may repeat an address or a link. */
export interface SmtpFailure {
  /** The server will not have this mail, whenever it is asked. */
  readonly isPermanent: boolean;
  /** It is not about this mail: no other would fare better. */
  readonly isOfServer: boolean;
  /** What the log may say. */
  readonly cause: {
    readonly code: string;
    readonly responseCode: number | null;
    readonly command: string | null;
  };
}

/** What a server says of one mail: of its recipient, or of its text. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** Reads what nodemailer threw. */
export function readSmtpFailure(error: unknown): SmtpFailure {
  const {
    code = 'UNKNOWN',
    responseCode = null,
    command = null,
  } = nodemailerError.safeParse(error).data ?? {};
  const isOfMail = responseCode !== null && command !== null && ABOUT_THE_MAIL.includes(command);
  return {
    isPermanent: isOfMail && responseCode >= 500,
    isOfServer: !isOfMail,
    cause: { code, responseCode, command },
  };
}
