/** A giveaway of the demo; its days are relative to today. */
export interface DemoGiveaway {
  readonly title: string;
  readonly prize: string;
  readonly audience: string;
  readonly winnersWanted: number;
  readonly startsInDays: number;
  readonly endsInDays: number;
  /** Number of entries. */
  readonly accounts: number;
}

/** The rules of every giveaway of the demo. */
export const RULES = `Follow our channel and repost the announcement before the giveaway ends.
One entry per social account. Accounts must be public, and older than a month.
You must be at least 13 years old.
Winners write to us within 30 days; what nobody claims goes into the next giveaway.`;

export const DEMO: readonly DemoGiveaway[] = [
  {
    title: 'New year, first words',
    prize: '2,500 LIKE for each of 4 winners',
    audience: 'Everybody on X',
    winnersWanted: 4,
    startsInDays: 6,
    endsInDays: 34,
    accounts: 0,
  },
  {
    title: 'Ten thousand posts',
    prize: '1,000 LIKE for each of 10 winners',
    audience: 'Everybody on Telegram',
    winnersWanted: 10,
    startsInDays: -5,
    endsInDays: 9,
    accounts: 48,
  },
  {
    title: 'Autumn of letters',
    prize: '500 LIKE for each of 5 winners',
    audience: 'Followers on X',
    winnersWanted: 5,
    startsInDays: -25,
    endsInDays: -4,
    accounts: 1200,
  },
  {
    title: 'Token launch',
    prize: '5,000 LIKE for each of 3 winners',
    audience: 'Members of the channel',
    winnersWanted: 3,
    startsInDays: -70,
    endsInDays: -41,
    accounts: 340,
  },
];

const FIRST = ['amber', 'birch', 'cobalt', 'delta', 'ember', 'fjord', 'grove', 'harbor', 'indigo', 'juniper'];
const SECOND = ['reads', 'writes', 'walks', 'draws', 'sings', 'sails', 'bakes', 'codes', 'plants', 'dreams'];

/** Returns made-up accounts in byte order; the same number always gives the same accounts. */
export function demoAccounts(howMany: number): string[] {
  const names = Array.from({ length: howMany }, (_, index) => {
    const pair = `${FIRST[index % 10] ?? ''}_${SECOND[Math.floor(index / 10) % 10] ?? ''}`;
    return index < 100 ? pair : `${pair}${Math.floor(index / 100) + 1}`;
  });
  return names.sort((a, b) => (a < b ? -1 : 1));
}
