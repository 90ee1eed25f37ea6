import type { DrawBlock } from '@likewell/contracts/giveaway/proof';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, Generated, PrimaryColumn, VirtualColumn } from 'typeorm';

/** A giveaway and what is settled of its draw; triggers reject a change of what is settled. */
@Entity('giveaway')
export class Giveaway {
  @PrimaryColumn('bigint', { transformer: idColumn })
  @Generated('increment')
  readonly id!: number;

  @Column('text')
  readonly title!: string;

  @Column('text')
  readonly prize!: string;

  @Column('text')
  readonly audience!: string;

  @Column('text')
  readonly rules!: string;

  @Column('integer', { name: 'winners_wanted' })
  readonly winnersWanted!: number;

  @Column('timestamptz', { name: 'starts_at' })
  readonly startsAt!: Date;

  /** The last day in America/New_York, as YYYY-MM-DD. */
  @Column('date', { name: 'end_date' })
  readonly endDate!: string;

  @Column('timestamptz', { name: 'snapshot_at' })
  readonly snapshotAt!: Date;

  /** The noon whose block decides; each postponement moves it by a day. */
  @Column('timestamptz', { name: 'draw_at' })
  readonly drawAt!: Date;

  @Column('text', { nullable: true })
  readonly commitment!: string | null;

  @Column('integer', { name: 'entries_count', nullable: true })
  readonly entriesCount!: number | null;

  @Column('timestamptz', { name: 'tried_at', nullable: true })
  readonly triedAt!: Date | null;

  @Column('timestamptz', { name: 'trying_since', nullable: true })
  readonly tryingSince!: Date | null;

  @Column('jsonb', { nullable: true })
  readonly block!: DrawBlock | null;

  @Column('text', { nullable: true })
  readonly seed!: string | null;

  @Column('timestamptz', { name: 'drawn_at', nullable: true })
  readonly drawnAt!: Date | null;

  @VirtualColumn('boolean', {
    query: (giveaway) => `EXISTS (SELECT FROM giveaway_postponement p WHERE p.giveaway_id = ${giveaway}.id)`,
  })
  readonly isPostponed!: boolean;
}
