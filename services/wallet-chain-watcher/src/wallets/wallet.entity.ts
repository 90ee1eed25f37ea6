import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A wallet that is linked to a member. */
@Entity('wallet')
export class Wallet {
  /** In base58. */
  @PrimaryColumn({ type: 'text' })
  address!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  @Column({ name: 'linked_at', type: 'timestamptz', default: () => 'now()' })
  linkedAt!: Date;

  /**
   * Since when what it sends is the member's by the link; null where all is that it has sent. It is set by a sign-in
   * with a phrase that any page can have had signed.
   */
  @Column({ name: 'claims_since', type: 'timestamptz', nullable: true })
  claimsSince!: Date | null;
}
