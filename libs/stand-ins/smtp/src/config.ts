import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables; PORT is that of SMTP. */
export const standInConfig = standInVariables.extend({
  /** Of the page with the mails. */
  WEB_PORT: z.coerce.number().int().min(0).max(65_535),
  /** Where mails are kept; in memory alone while it is empty. */
  DATA_FOLDER: z.string().default(''),
  /** How long it takes from having a mail to saying so. */
  REPLY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** In PEM, with its key: it offers STARTTLS then, as a server in production does. */
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
});
