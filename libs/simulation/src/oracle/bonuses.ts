import type { World } from '../world.js';

interface Owed {
  readonly owed: number;
  readonly treasury: string;
}

const BONUS_NANO = 100_000_000_000n;

/** Returns findings about the sign-up bonuses: no bonus that the treasury can pay may stay owed for long. */
export async function overdueBonuses(world: World): Promise<string[]> {
  const [row] = await world.look<Owed>(
    'ledger',
    `SELECT (SELECT count(*)::integer FROM owed_bonus) AS owed, balance AS treasury FROM account WHERE id = 2`,
  );
  if (!row || row.owed === 0 || BigInt(row.treasury) < BONUS_NANO) return [];
  return [`${row.owed} are owed, and the treasury has ${row.treasury}`];
}
