import type { EventContract, EventData, EventEnvelope } from '@likewell/contracts/kernel/define-event';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '../database/database.js';
import { currentContext, newContext } from '../telemetry/request-context.js';

/**
 * Records an event in the transaction that made it true. It reaches the stream after the commit, and
 * never without it.
 */
export async function recordEvent<E extends EventContract>(
  tx: Tx,
  contract: E,
  data: EventData<E>,
): Promise<void> {
  const context = currentContext() ?? newContext();
  const envelope: EventEnvelope = {
    id: randomUUID(),
    type: contract.subject,
    version: contract.version,
    occurredAt: new Date().toISOString(),
    actor: context.actor,
    traceparent: context.traceparent,
    requestId: context.requestId,
    data: z.encode(contract.data, data),
  };
  await tx.query('INSERT INTO outbox (id, subject, envelope) VALUES ($1, $2, $3)', [
    envelope.id,
    contract.subject,
    JSON.stringify(envelope),
  ]);
  if (tx.queryRunner) tx.queryRunner.data.outbox = true;
}
