import type { Postponement, Winner } from '@likewell/contracts/giveaway/proof';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One of the winning tickets of a draw. */
@Entity('giveaway_winner')
export class WinnerEntity implements Winner {
  @PrimaryColumn('bigint', { name: 'giveaway_id', transformer: idColumn })
  readonly giveawayId!: number;

  @PrimaryColumn('integer')
  readonly place!: number;

  @Column('text')
  readonly entry!: string;

  @Column('text')
  readonly ticket!: string;
}

/** A noon that passed without a draw. */
@Entity('giveaway_postponement')
export class PostponementEntity {
  @PrimaryColumn('bigint', { name: 'giveaway_id', transformer: idColumn })
  readonly giveawayId!: number;

  @PrimaryColumn('timestamptz', { name: 'draw_at' })
  readonly drawAt!: Date;

  @Column('text')
  readonly reason!: Postponement['reason'];

  @Column('jsonb')
  readonly said!: Postponement['said'];

  @Column('timestamptz', { name: 'postponed_at' })
  readonly postponedAt!: Date;
}
