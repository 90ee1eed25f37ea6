import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables; PORT is that of SMTP. */
export const standInConfig = standInVariables.extend({
  /** Port of the web page with the mails. */
  WEB_PORT: z.coerce.number().int().min(0).max(65_535),
  /** Folder in which mails are stored; only in memory while it is empty. */
  DATA_FOLDER: z.string().default(''),
  /** Delay between receiving a mail and acknowledging it, in milliseconds. */
  REPLY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** Certificate in PEM, with its key: with it the server offers STARTTLS, as one in production does. */
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
});
