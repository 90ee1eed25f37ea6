import { countArgument, readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import type { Database } from '@likewell/service-kit/database/database';
import { z } from 'zod';
import { NEWCOMER_DAYS } from '../accounts/accounts.queries.js';
import { referralJson, referralTable, reportReferrals } from '../referrals/referral-report.js';

const words = z.strictObject({
  days: countArgument('days', NEWCOMER_DAYS).prefault('30'),
  newcomers: countArgument('newcomers', 1_000_000).prefault('2'),
  format: z.enum(['table', 'json'], 'format is table or json').default('table'),
});

/** Returns the report for the words of a command line. @throws UserFacingError for other words */
export async function referralReport(database: Database, given: readonly string[]): Promise<string> {
  const { days, newcomers: atLeast, format } = readCliArguments(words, given);
  const groups = await reportReferrals(database, { days, atLeast });
  if (format === 'json') return referralJson(groups);
  if (groups.length > 0) return referralTable(groups);
  return `No ${atLeast} members came by one link from one network in the last ${days} days.`;
}
