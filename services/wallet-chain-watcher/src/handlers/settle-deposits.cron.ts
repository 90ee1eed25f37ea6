import { Loop } from '@likewell/service-kit/boot/loop';
import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import {
  Controller,
  Inject,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { forgetUnknown, putOff, takeDue } from '../storage/deposit-queue.js';
import { DepositSettler, isFinal, type Standing } from '../watch/deposit-settler.js';
import { WorkBell } from '../watch/work-bell.js';

const TOGETHER = 100;
const IDLE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** Settles what the scanner has stored and what a crash left half done, in every replica. */
@Controller()
export class SettleDepositsCron implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  private inVain = 0;

  constructor(
    private readonly database: Database,
    private readonly settler: DepositSettler,
    private readonly bell: WorkBell,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop('settle-deposits', logger, IDLE_MS, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.bell.onRing(() => {
      if (this.inVain === 0) this.loop.wake();
    });
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<number> {
    const due = await this.database.transaction((tx) => takeDue(tx, TOGETHER));
    if (due.length === 0) return IDLE_MS;
    const standings = await this.settler.settle(due.map(({ signature }) => signature));
    const again = pick(standings, (standing) => standing.state === 'unavailable');
    const later = pick(standings, (standing) => !isFinal(standing) && standing.state !== 'unavailable');
    if (again.length + later.length > 0) {
      await this.database.transaction(async (tx) => {
        await putOff(tx, again, 'again');
        await putOff(tx, later, 'later');
        await forgetUnknown(
          tx,
          pick(standings, ({ state }) => state === 'unknown'),
        );
      });
    }
    this.inVain = again.length === due.length ? this.inVain + 1 : 0;
    if (this.inVain > 0) return Math.min(IDLE_MS * 2 ** Math.min(this.inVain, 10), MAX_PAUSE_MS);
    return due.length === TOGETHER ? 0 : IDLE_MS;
  }
}

function pick(standings: ReadonlyMap<string, Standing>, is: (standing: Standing) => boolean): string[] {
  return [...standings].filter(([, standing]) => is(standing)).map(([signature]) => signature);
}
