import { z } from 'zod';
import { readConfig } from '../config/config.js';
import { PostgresSilentError } from './command-connection.js';
import { provision, schemaPlan } from './provision.js';

const plansFromJson = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // The parser's own message would quote the passwords.
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(schemaPlan).min(1));

const config = readConfig(
  z.object({ ADMIN_DATABASE_URL: z.url(), PROVISION_ROLES: plansFromJson }),
  process.env,
);
await provision(config.ADMIN_DATABASE_URL, config.PROVISION_ROLES).catch((error: unknown) => {
  if (!(error instanceof PostgresSilentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
