import type { Winner as WinnerView } from '@likewell/contracts/giveaway/proof';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One of the winning tickets of a draw. */
@Entity('giveaway_winner')
export class Winner implements WinnerView {
  @PrimaryColumn('bigint', { name: 'giveaway_id', transformer: idColumn })
  readonly giveawayId!: number;

  @PrimaryColumn('integer')
  readonly place!: number;

  @Column('text')
  readonly entry!: string;

  @Column('text')
  readonly ticket!: string;
}
