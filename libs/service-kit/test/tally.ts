import { defineErrors } from '@likewell/contracts/core/define-errors';
import { defineEvent, defineTotal, type EventData } from '@likewell/contracts/core/define-event';
import { defineRpc, type RpcInput, type RpcOutput } from '@likewell/contracts/core/define-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { Controller, Module } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { serviceConfig } from '../src/config/config.js';
import type { ServiceDefinition } from '../src/process/service-definition.js';
import { Database, type Tx } from '../src/database/database.js';
import { migrationOf, type SchemaDefinition } from '../src/database/schema-definition.js';
import { OnEvent, OnEvents, OnEventsPrepared } from '../src/events/on-event.decorator.js';
import { recordEvent } from '../src/events/outbox.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { Rpc } from '../src/rpc/rpc.decorator.js';
import { currentContext } from '../src/telemetry/request-context.js';

/** The smallest service that uses all of the kit: it serves calls, counts, and consumes events. */

export const tallyErrors = defineErrors({
  conflict: { TALLY_FULL: 'The tally is full.', NEVER_DECLARED: 'No contract names this one.' },
});

export const work = defineRpc({
  subject: 'rpc.tally.work',
  input: z.object({
    label: z.string().max(40),
    ms: z.int().default(0),
    /** Waits until the test opens the gate. */
    held: z.boolean().default(false),
    end: z
      .enum(['answer', 'declared', 'undeclared', 'defect', 'wrong-answer', 'huge-answer'])
      .default('answer'),
  }),
  output: z.object({ label: z.string(), replica: z.string() }),
  errors: [tallyErrors.TALLY_FULL],
  // Enough for a busy machine; tests of deadlines use their own timeouts.
  timeoutMs: 20_000,
});

export const count = defineRpc({
  subject: 'rpc.tally.count',
  input: z.object({ label: z.string(), rollBack: z.boolean().default(false) }),
  output: z.object({}),
});

/** Calls the neighbour and returns its response. */
export const ask = defineRpc({
  subject: 'rpc.tally.ask',
  input: z.object({}),
  output: z.object({}),
  timeoutMs: 20_000,
});
export const neighbour = defineRpc({
  subject: 'rpc.neighbour.ask',
  input: z.object({}),
  output: z.object({}),
  timeoutMs: 20_000,
});

const labelled = z.object({ label: z.string() });
export const counted = defineEvent({ subject: 'event.tally.counted', version: 1, data: labelled });
export const arrived = defineEvent({ subject: 'event.neighbour.arrived', version: 1, data: labelled });

export const weighed = defineEvent({ subject: 'event.neighbour.weighed', version: 1, data: labelled });

export const measured = defineEvent({ subject: 'event.neighbour.measured', version: 1, data: labelled });

export const summed = defineTotal({ subject: 'total.tally.summed', version: 1, data: labelled });

/** Records of what the handlers of every replica in this process did, and instructions for them. */
export const control = {
  started: [] as string[],
  /** Labels of the `weighed` events that the handler received together, for each call. */
  together: [] as string[][],
  /** Labels of the `measured` events that were prepared together, for each preparation. */
  prepared: [] as string[][],
  failuresLeft: new Map<string, number>(),
  /** For each label, the number of its effects that each `arrived` found on arrival. */
  found: new Map<string, number[]>(),
  gate: Promise.resolve(),
};

@Controller()
class TallyHandlers {
  private readonly replica = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(work)
  async work({ label, ms, held, end }: RpcInput<typeof work>): Promise<RpcOutput<typeof work>> {
    control.started.push(label);
    if (held) await control.gate;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    if (end === 'declared') throw new AppError(tallyErrors.TALLY_FULL, { details: { limit: 3 } });
    if (end === 'undeclared') throw new AppError(tallyErrors.NEVER_DECLARED);
    if (end === 'defect') throw new Error('secret of the house');
    if (end === 'wrong-answer') return { label } as RpcOutput<typeof work>;
    return { label: end === 'huge-answer' ? 'x'.repeat(2_000_000) : label, replica: this.replica };
  }

  @Rpc(count)
  async count({ label, rollBack }: RpcInput<typeof count>): Promise<RpcOutput<typeof count>> {
    await this.database.transaction(async (tx) => {
      await recordEvent(tx, counted, { label });
      if (rollBack) throw new Error('after the event was recorded');
    });
    return {};
  }

  @Rpc(ask)
  ask(): Promise<RpcOutput<typeof ask>> {
    return this.rpc.call(neighbour, {});
  }

  @OnEvent(counted)
  async onCounted({ label }: EventData<typeof counted>, tx: Tx): Promise<void> {
    await insertEffect(tx, label);
  }

  @OnEvent(summed)
  async onSummed({ label }: EventData<typeof summed>, tx: Tx): Promise<void> {
    await insertEffect(tx, label);
  }

  @OnEvent(arrived)
  async onArrived({ label }: EventData<typeof arrived>, tx: Tx): Promise<void> {
    const [effects] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::integer FROM effect WHERE label = $1',
      [label],
    );
    control.found.set(label, [...(control.found.get(label) ?? []), effects?.count ?? 0]);
    await insertEffect(tx, label);
    failAsTold(label);
  }

  @OnEvents(weighed)
  async onWeighed(events: EventData<typeof weighed>[], tx: Tx): Promise<void> {
    const labels = events.map(({ label }) => label);
    control.together.push(labels);
    for (const label of labels) await insertEffect(tx, label);
    await control.gate;
    for (const label of labels) failAsTold(label);
  }

  @OnEventsPrepared(measured)
  async onMeasured(events: EventData<typeof measured>[]): Promise<(tx: Tx) => Promise<void>> {
    const labels = events.map(({ label }) => label);
    control.prepared.push(labels);
    await control.gate;
    return async (tx) => {
      for (const label of labels) await insertEffect(tx, label);
      for (const label of labels) failAsTold(label);
    };
  }
}

function failAsTold(label: string): void {
  const failures = control.failuresLeft.get(label) ?? 0;
  if (failures === 0) return;
  control.failuresLeft.set(label, failures - 1);
  throw new Error('told to fail after the effect was written');
}

async function insertEffect(tx: Tx, label: string): Promise<void> {
  const context = currentContext();
  await tx.query('INSERT INTO effect (label, request_id, actor) VALUES ($1, $2, $3)', [
    label,
    context?.requestId,
    context?.actor,
  ]);
}

@Module({ controllers: [TallyHandlers] })
class TallyModule {}

export const tallyService: ServiceDefinition = { name: 'tally', config: serviceConfig, module: TallyModule };

export const tallySchema: SchemaDefinition = {
  migrations: [
    // Without a unique key, so that a duplicate effect is visible.
    migrationOf(
      '1763700100000-create-effects.sql',
      'CREATE TABLE effect (label text NOT NULL, request_id text)',
    ),
    migrationOf('1763700200000-add-actor-to-effects.sql', 'ALTER TABLE effect ADD actor bigint'),
  ],
  functions: [],
};
