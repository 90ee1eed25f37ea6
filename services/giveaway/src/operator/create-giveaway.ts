import type { Database } from '@likewell/service-kit/database/database';
import { firstNoon, parseDay, parseTime, showTime, snapshotAt } from '../domain/calendar.js';
import type { Clock } from '../storage/clock.js';
import { insertGiveaway } from '../storage/giveaways.js';
import { OperatorError, type Words } from './words.js';

const MAX_LINE = 200;
const MAX_RULES = 10_000;
const MAX_WINNERS = 1000;

/**
 * Makes a giveaway: `title`, `prize`, `audience`, `rules`, `end` (a day in New York), `winners`, and `start`, which
 * is now unless said otherwise. Its end must lie ahead: no entry may be chosen after its block is known.
 */
export async function createGiveaway(words: Words, database: Database, clock: Clock): Promise<string> {
  const endDate = parseDay(words.text('end', MAX_LINE));
  if (endDate === null) throw new OperatorError('end must be a day such as 2026-12-31.');
  return database.transaction(async (tx) => {
    const now = await clock.now(tx);
    const startsAt = startOf(words, now);
    const giveaway = {
      title: words.text('title', MAX_LINE),
      prize: words.text('prize', MAX_LINE),
      audience: words.text('audience', MAX_LINE),
      rules: words.text('rules', MAX_RULES),
      winnersWanted: words.count('winners', MAX_WINNERS),
      startsAt,
      endDate,
      snapshotAt: snapshotAt(endDate),
      drawAt: firstNoon(endDate),
    };
    if (giveaway.snapshotAt <= now) throw new OperatorError('end must not lie in the past.');
    if (giveaway.snapshotAt <= startsAt) throw new OperatorError('start must come before the end.');
    const id = await insertGiveaway(tx, giveaway);
    return [
      `Giveaway ${id} is made: ${giveaway.title}`,
      `  starts    ${showTime(startsAt)}`,
      `  snapshot  ${showTime(giveaway.snapshotAt)}`,
      `  draw      ${showTime(giveaway.drawAt)}, by the first Bitcoin block after it`,
    ].join('\n');
  });
}

function startOf(words: Words, now: Date): Date {
  const text = words.optional('start');
  const time = text === null ? now : parseTime(text);
  if (time === null)
    throw new OperatorError('start must be a time in New York such as 2026-12-01 or "2026-12-01 14:30".');
  return time;
}
