import { AppError } from '@likewell/contracts/core/app-error';
import { giveawayErrors } from '@likewell/contracts/giveaway/errors';
import type { Proof } from '@likewell/contracts/giveaway/proof';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { formOfToday, normaliseAccount } from '../entries/account.js';
import { Clock } from '../giveaways/clock.js';
import { GiveawaysService } from '../giveaways/giveaways.service.js';
import { toGiveaway } from '../giveaways/to-giveaway.js';
import { findResult } from './draws.queries.js';
import { Postponement } from './postponement.entity.js';
import { Winner } from './winner.entity.js';

/** Results of draws and their proofs, for everyone who wants to check them. */
@Injectable()
export class DrawsService {
  constructor(
    private readonly database: Database,
    private readonly giveaways: GiveawaysService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns true when a social account won, in whatever form it is written. Entries of a snapshot stay as they
   * were imported, so they are compared by the form that they have today, or as the list of winners shows them.
   * False too for a text that cannot be an account.
   * @throws AppError GIVEAWAY_NOT_FOUND, NOT_DRAWN_YET
   */
  async hasWon(giveawayId: number, account: string): Promise<boolean> {
    const entry = normaliseAccount(account);
    const texts = [account, entry ?? account];
    const result = await findResult(this.database.read, giveawayId, texts);
    if (!result) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
    if (!result.isDrawn) throw new AppError(giveawayErrors.NOT_DRAWN_YET);
    return result.winners.some(
      (winner) => texts.includes(winner) || (entry !== null && formOfToday(winner) === entry),
    );
  }

  /** Returns what is settled of a draw. @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET */
  async proof(giveawayId: number): Promise<Proof> {
    const { read } = this.database;
    const now = await this.clock.now(read);
    const row = await this.giveaways.find(giveawayId);
    if (row.commitment === null) throw new AppError(giveawayErrors.NO_SNAPSHOT_YET);
    // The draw may go on while this reads: only what belongs to the row is shown with it.
    const winners =
      row.seed === null ? [] : await read.find(Winner, { where: { giveawayId }, order: { place: 'ASC' } });
    const postponements = await read.find(Postponement, {
      where: { giveawayId, drawAt: LessThan(row.drawAt) },
      order: { drawAt: 'ASC' },
    });
    return {
      giveaway: toGiveaway(row, now),
      block: row.block,
      seed: row.seed,
      winners: winners.map(({ place, entry, ticket }) => ({ place, entry, ticket })),
      postponements: postponements.map(({ drawAt, reason, said }) => ({
        drawAt: drawAt.toISOString(),
        reason,
        said,
      })),
    };
  }
}
