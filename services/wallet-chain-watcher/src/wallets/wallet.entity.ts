import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A wallet that is linked to a member. */
@Entity('wallet')
export class WalletEntity {
  /** In base58. */
  @PrimaryColumn({ type: 'text' })
  address!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  @Column({ name: 'linked_at', type: 'timestamptz', default: () => 'now()' })
  linkedAt!: Date;
}
