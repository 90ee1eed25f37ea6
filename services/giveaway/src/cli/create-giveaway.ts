import { countArgument, readCliArguments, textArgument } from '@likewell/service-kit/process/cli-arguments';
import { z } from 'zod';
import { isDay, parseTime, showTime } from '../giveaways/calendar.js';
import type { OperatorServices } from './operator-services.js';

const MAX_LINE = 200;
const MAX_RULES = 10_000;
const MAX_WINNERS = 1000;

const createArguments = z.object({
  title: textArgument('title', MAX_LINE),
  prize: textArgument('prize', MAX_LINE),
  audience: textArgument('audience', MAX_LINE),
  rules: textArgument('rules', MAX_RULES),
  winners: countArgument('winners', MAX_WINNERS),
  end: textArgument('end', MAX_LINE).refine(isDay, 'end must be a day such as 2026-12-31.'),
  start: z
    .string()
    .transform(parseTime)
    .refine(
      (time) => time !== null,
      'start must be a time in New York such as 2026-12-01 or "2026-12-01 14:30".',
    )
    .optional(),
});

/**
 * Creates a giveaway from the arguments `title`, `prize`, `audience`, `rules`, `end` (a day in New York),
 * `winners`, and `start`, which defaults to now.
 * @throws UserFacingError
 */
export async function createGiveaway(
  given: readonly string[],
  { giveaways }: Pick<OperatorServices, 'giveaways'>,
): Promise<string> {
  const { winners, end, start, ...texts } = readCliArguments(createArguments, given);
  const facts = { ...texts, winnersWanted: winners, endDate: end };
  const { id, title, startsAt, snapshotAt, drawAt } = await giveaways.create(facts, start ?? null);
  return [
    `Giveaway ${id} is made: ${title}`,
    `  starts    ${showTime(startsAt)}`,
    `  snapshot  ${showTime(snapshotAt)}`,
    `  draw      ${showTime(drawAt)}, by the first Bitcoin block after it`,
  ].join('\n');
}
