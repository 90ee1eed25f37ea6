import type { OperatorServices } from './operator-services.js';

/** Returns the giveaways as lines of text: id, state, end, entries, title. */
export async function listGiveaways({
  giveaways,
  entries,
}: Pick<OperatorServices, 'giveaways' | 'entries'>): Promise<string> {
  const listed = await giveaways.list();
  if (listed.length === 0) return 'There is no giveaway yet: make giveaway do=create title=…';
  const counts = await entries.count(listed.map(({ id }) => id));
  return listed
    .map(({ id, status, endDate, title }) => {
      const howMany = `${counts.get(id) ?? 0} entries`;
      return [String(id).padStart(5), status.padEnd(9), endDate, howMany.padStart(14), ` ${title}`].join(
        '  ',
      );
    })
    .join('\n');
}
