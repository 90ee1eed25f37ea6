import type { EventContract, EventData, EventEnvelope } from '@likewell/contracts/core/define-event';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '../database/database.js';
import { currentContext, newContext } from '../telemetry/request-context.js';

/**
 * Records an event in the transaction that made it true. It reaches the stream after the commit, and never
 * without it.
 */
export async function recordEvent<E extends EventContract>(
  tx: Tx,
  contract: E,
  data: EventData<E>,
): Promise<void> {
  await recordEvents(tx, contract, [data]);
}

/** Records many events of one kind in one statement, like {@link recordEvent}; they are published in their order. */
export async function recordEvents<E extends EventContract>(
  tx: Tx,
  contract: E,
  all: readonly EventData<E>[],
): Promise<void> {
  if (all.length === 0) return;
  const envelopes: EventEnvelope[] = all.map((data) => ({
    ...addressEvent(contract),
    data: z.encode(contract.data, data),
  }));
  await tx.query(
    `INSERT INTO outbox (id, subject, envelope)
     SELECT id, $1, envelope FROM unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY AS told (id, envelope, place)
     ORDER BY place`,
    [contract.subject, envelopes.map(({ id }) => id), envelopes.map((envelope) => JSON.stringify(envelope))],
  );
  if (tx.queryRunner) tx.queryRunner.data.outbox = true;
}

/**
 * Returns an event's envelope without its data, for a statement that knows the data and writes the outbox row
 * itself.
 */
export function addressEvent(contract: EventContract): Omit<EventEnvelope, 'data'> {
  const context = currentContext() ?? newContext();
  return {
    id: randomUUID(),
    type: contract.subject,
    version: contract.version,
    occurredAt: new Date().toISOString(),
    actor: context.actor,
    traceparent: context.traceparent,
    requestId: context.requestId,
  };
}
