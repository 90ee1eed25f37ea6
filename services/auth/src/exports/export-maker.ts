import { MAX_CHUNK_BYTES } from '@likewell/contracts/auth/leaving-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counter } from 'prom-client';
import { siteOrigin, type AuthConfig } from '../config.js';
import { MailQueue } from '../mail/mail-queue.js';
import { ChunkSplitter } from './chunk-splitter.js';
import { ExportArchive, ExportTooLarge } from './export-archive.js';
import {
  claimExport,
  finishExport,
  giveUpExport,
  giveUpExhausted,
  insertChunk,
  postponeExport,
  releaseExport,
  renewLease,
  type Claim,
} from './export-leases.queries.js';
import { ExportParts } from './export-parts.js';
import { readmeText } from './readme-text.js';

/** Time limit of one attempt; the data of a year of use takes seconds. */
const MAX_ATTEMPT_MS = 10 * 60_000;
/**
 * Rest after an attempt, by the time that it took: as long as that, so that a queue of files has half of what
 * this process can do at the most, and sign-ins the rest.
 */
const REST_SHARE = 1;
/** Outcomes of an attempt: the export is ready, will be tried again, or was given up. */
const OUTCOMES = ['ready', 'postponed', 'failed'] as const;

/** Thrown when another process makes the export, or nobody needs it any more. */
class LeaseLost extends Error {}
/** Thrown when this process is ending; another one will make the export. */
class ProcessEnds extends Error {}

/**
 * Makes the requested exports, one at a time. Each is claimed by a lease that every page renews, so another
 * process restarts what a killed process leaves. Only the holder of the lease writes.
 */
@Injectable()
export class ExportMaker {
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    private readonly database: Database,
    private readonly parts: ExportParts,
    private readonly mails: MailQueue,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SITE_ORIGINS'>,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.countEach(
      'likewell_exports_total',
      'Attempts at files with members’ data, by what became of them',
      'outcome',
      OUTCOMES,
    );
  }

  /** Makes exports, with a rest after each, until none is due or the process is ending. */
  async makeDue(): Promise<void> {
    const { stopping } = this.state;
    this.count('failed', await this.database.transaction(giveUpExhausted));
    while (!stopping.aborted) {
      const claim = await this.database.transaction(claimExport);
      if (!claim) return;
      const startedAt = steadyNow();
      // No call of an attempt lasts beyond the attempt's time limit.
      const context = newContext({ deadline: startedAt + MAX_ATTEMPT_MS });
      await runInContext(context, () => this.make(claim));
      const restMs = REST_SHARE * (steadyNow() - startedAt);
      await sleep(restMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  private async make(claim: Claim): Promise<void> {
    try {
      const bytes = await this.write(claim);
      await this.finish(claim, bytes);
      this.count('ready');
    } catch (error) {
      await this.fail(claim, error);
    }
  }

  /** Writes all parts. @returns the size of the zip in bytes */
  private async write(claim: Claim): Promise<number> {
    const archive = new ExportArchive();
    const chunks = new ChunkSplitter(MAX_CHUNK_BYTES);
    const endsAt = steadyNow() + MAX_ATTEMPT_MS;
    let partsDone = 0;
    let bytes = 0;
    let number = 0;
    const store = async (full: readonly Buffer[]) => {
      if (this.state.stopping.aborted) throw new ProcessEnds();
      if (steadyNow() > endsAt) throw new Error('an attempt took too long');
      await this.database.transaction(async (tx) => {
        if (!(await renewLease(tx, claim, partsDone))) throw new LeaseLost();
        for (const [index, chunk] of full.entries()) await insertChunk(tx, claim, number + index, chunk);
      });
      number += full.length;
      bytes += full.reduce((sum, chunk) => sum + chunk.length, 0);
    };
    const save = () => store(chunks.add(archive.take()));
    for (const part of this.parts.all) {
      await part.write({ memberId: claim.memberId, archive, save });
      partsDone += 1;
      await save();
    }
    await archive.addFile('README.txt', readmeText(this.parts.tables, new Date()));
    archive.end();
    await save();
    await store(chunks.end());
    return bytes;
  }

  /** Marks the export as ready, and tells its member. */
  private async finish(claim: Claim, bytes: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await finishExport(tx, claim, bytes))) throw new LeaseLost();
      if (claim.madeFor !== 'member') return;
      const data = { link: `${siteOrigin(this.config)}/settings#security` };
      await this.mails.notify(tx, claim.memberId, { template: 'export-ready', data });
    });
  }

  private async fail(claim: Claim, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    if (error instanceof ProcessEnds) {
      await this.database.transaction((tx) => releaseExport(tx, claim));
      return;
    }
    const { id, attempts } = claim;
    this.logger.warn({ err: error, export: id, attempts }, 'a file with a member’s data was not made');
    if (error instanceof ExportTooLarge) {
      await this.database.transaction((tx) => giveUpExport(tx, claim));
      this.count('failed');
    } else {
      await this.database.transaction((tx) => postponeExport(tx, claim));
      this.count('postponed');
    }
  }

  private count(outcome: (typeof OUTCOMES)[number], files = 1): void {
    this.outcomes.inc({ outcome }, files);
  }
}
