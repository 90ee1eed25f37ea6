import { z } from 'zod';

const nodemailerError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional(),
});

/** Why a mail was not handed over, without any text of the server, which may contain an address or a link. */
export interface SmtpFailure {
  /** True if the server will never accept this mail. */
  readonly isPermanent: boolean;
  /** True if the failure does not concern this mail: any other would fail as well. */
  readonly isOfServer: boolean;
  /** Fields that may be logged. */
  readonly cause: {
    readonly code: string;
    readonly responseCode: number | null;
    readonly command: string | null;
  };
}

/** Commands whose failure concerns one mail: its recipient, or its text. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** Interprets an error of nodemailer. */
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
