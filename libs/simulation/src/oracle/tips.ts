import type { Intent } from '../workload/tips.js';
import type { World } from '../world.js';

/** Checks that the journal contains exactly the acknowledged tips, each as it was requested. */
export async function checkTips(world: World, intents: readonly Intent[]): Promise<void> {
  const rows = await world.look<{
    idem_key: string;
    seq: string;
    payer_id: string;
    post_id: string;
    amount: string;
  }>('ledger', 'SELECT idem_key, seq, payer_id, post_id, amount FROM tip');
  const byKey = new Map(rows.map((row) => [row.idem_key, row]));
  for (const { idempotencyKey, payerId, postId, amountNano, tipId } of intents) {
    const row = byKey.get(idempotencyKey);
    byKey.delete(idempotencyKey);
    if (!row && tipId !== null) world.find('an acknowledged tip is gone', idempotencyKey);
    if (!row) continue;
    const isAsAsked =
      row.payer_id === String(payerId) &&
      row.post_id === String(postId) &&
      row.amount === amountNano.toString();
    if (!isAsAsked) world.find('a tip is not what was asked for', JSON.stringify(row));
    if (tipId !== null && row.seq !== String(tipId))
      world.find('a tip has another number', JSON.stringify(row));
  }
  for (const key of byKey.keys()) world.find('a tip that nobody gave', key);
}
