import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { createLogger, LOGGER } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { MailQueue } from '../mail/mail-queue.js';
import { claimExport } from './export-leases.queries.js';
import { ExportMaker } from './export-maker.js';
import { ExportParts } from './export-parts.js';

/** Longer than any rest that does not follow from the work before it. */
const A_WHILE_MS = 200;

@Module({})
class OneMaker {}

/**
 * Returns a maker to whom two exports are due. An attempt fails after a part that takes `workMs` by the clock,
 * and not in fact.
 */
async function makerOfTwo(workMs: number) {
  let clock = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const begun: number[] = [];
  const claims = [1, 2].map((id) => ({ id, memberId: id, madeFor: 'member', attempts: 1 }));
  const transaction = (inside: unknown) =>
    Promise.resolve(inside === claimExport ? (claims.shift() ?? null) : 0);
  const part = {
    write: ({ memberId }: { memberId: number }) => {
      begun.push(memberId);
      clock += workMs;
      return Promise.reject(new Error('a service does not answer'));
    },
  };
  const state = new ProcessState();
  const providers = [
    ExportMaker,
    { provide: Database, useValue: { transaction } },
    { provide: ExportParts, useValue: { all: [part] } },
    { provide: MailQueue, useValue: {} },
    { provide: ProcessState, useValue: state },
    { provide: LOGGER, useValue: createLogger('test', 'silent') },
    { provide: CONFIG, useValue: {} },
    { provide: Metrics, useValue: new Metrics('test') },
  ];
  const app = await NestFactory.createApplicationContext({ module: OneMaker, providers }, { logger: false });
  return { maker: app.get(ExportMaker), state, begun };
}

afterEach(() => vi.restoreAllMocks());

it('after minutes of work for one file, minutes pass before the next one, unless the process ends', async () => {
  const { maker, state, begun } = await makerOfTwo(8 * 60_000);
  const made = maker.makeDue();
  await sleep(A_WHILE_MS);
  expect(begun).toEqual([1]);
  state.stop();
  await made;
  expect(begun).toEqual([1]);
});

it('after no work to speak of, the next file follows at once', async () => {
  const { maker, begun } = await makerOfTwo(0);
  await maker.makeDue();
  expect(begun).toEqual([1, 2]);
});
