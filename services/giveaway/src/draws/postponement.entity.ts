import type { Postponement as PostponementView } from '@likewell/contracts/giveaway/proof';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A noon that passed without a draw. */
@Entity('giveaway_postponement')
export class Postponement {
  @PrimaryColumn('bigint', { name: 'giveaway_id', transformer: idColumn })
  readonly giveawayId!: number;

  @PrimaryColumn('timestamptz', { name: 'draw_at' })
  readonly drawAt!: Date;

  @Column('text')
  readonly reason!: PostponementView['reason'];

  @Column('jsonb')
  readonly said!: PostponementView['said'];

  @Column('timestamptz', { name: 'postponed_at' })
  readonly postponedAt!: Date;
}
