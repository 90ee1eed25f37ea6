import type { World } from '../world.js';

/** Says so while no audit of the ledger has ended since this virtual time, by what the audit itself says. */
export async function missingAudit(world: World, sinceMs: number): Promise<string[]> {
  const [last] = await world.look<{ finished_at: Date }>('ledger', 'SELECT finished_at FROM last_audit');
  if (last && last.finished_at.getTime() >= sinceMs) return [];
  return [`the last one says that it ended at ${last?.finished_at.toISOString() ?? 'no time'}`];
}
