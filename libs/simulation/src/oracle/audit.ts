import type { World } from '../world.js';

/** Returns a finding while no audit of the ledger has ended since this virtual time, according to the audit itself. */
export async function missingAudit(world: World, sinceMs: number): Promise<string[]> {
  const [last] = await world.look<{ finished_at: Date }>('ledger', 'SELECT finished_at FROM last_audit');
  if (last && last.finished_at.getTime() >= sinceMs) return [];
  return [`the last one says that it ended at ${last?.finished_at.toISOString() ?? 'no time'}`];
}
