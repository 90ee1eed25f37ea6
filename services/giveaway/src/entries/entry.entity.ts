import { idColumn } from '@likewell/service-kit/database/columns';
import { Entity, PrimaryColumn } from 'typeorm';

/** A social account that takes part in a giveaway, normalised; sorted by its bytes. */
@Entity('giveaway_entry')
export class Entry {
  @PrimaryColumn('bigint', { name: 'giveaway_id', transformer: idColumn })
  readonly giveawayId!: number;

  @PrimaryColumn('text')
  readonly entry!: string;
}
