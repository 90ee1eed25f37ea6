import { In } from 'typeorm';
import { Postponement } from '../draws/postponement.entity.js';
import { countEntries } from '../entries/entries.queries.js';
import { nextNoon, showTime } from '../giveaways/calendar.js';
import type { OperatorServices } from './operator-services.js';

/** Why a noon passed without a draw, and what an operator can do. */
const REASONS: Readonly<Record<Postponement['reason'], string>> = {
  unavailable: 'not every source named a block; BITCOIN_SOURCES may name others',
  disagreement: 'the sources named different blocks; BITCOIN_SOURCES may name others',
  'late-snapshot': 'the snapshot was taken when its block might have been known; see what kept the service',
};

/**
 * Returns the giveaways as lines of text: id, state, end, entries, title. Under one that is postponed is each
 * noon that passed without a draw, why, what the sources said, and the noon that decides now.
 */
export async function listGiveaways({
  database,
  giveaways,
}: Pick<OperatorServices, 'database' | 'giveaways'>): Promise<string> {
  const listed = await giveaways.list();
  if (listed.length === 0) return 'There is no giveaway yet: make giveaway do=create title=…';
  const counts = await countEntries(
    database.read,
    listed.map(({ id }) => id),
  );
  const postponed = listed.filter(({ status }) => status === 'postponed');
  const postponements = await database.read.find(Postponement, {
    where: { giveawayId: In(postponed.map(({ id }) => id)) },
    order: { drawAt: 'ASC' },
  });
  return listed
    .flatMap(({ id, status, endDate, title }) => {
      const howMany = `${counts.get(id) ?? 0} entries`;
      const line = [String(id).padStart(5), status.padEnd(9), endDate, howMany.padStart(14), ` ${title}`];
      return [line.join('  '), ...linesOf(postponements.filter(({ giveawayId }) => giveawayId === id))];
    })
    .join('\n');
}

function linesOf(postponements: readonly Postponement[]): string[] {
  const last = postponements.at(-1);
  if (!last) return [];
  const lines = postponements.map(({ drawAt, reason, said }) => {
    const answers = said.map(({ source, answer }) => ` [${source}: ${answer}]`);
    return `no draw ${showTime(drawAt)}: ${REASONS[reason]}${answers.join('')}`;
  });
  return [...lines, `draw    ${showTime(nextNoon(last.drawAt))}`].map((line) => `       ${line}`);
}
