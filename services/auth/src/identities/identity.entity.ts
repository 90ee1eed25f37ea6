import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An identity by which a member signs in; a member may have several. */
@Entity('identity')
export class Identity {
  @PrimaryColumn({ type: 'text' })
  provider!: 'password' | 'google' | 'wallet';

  /** The member's id in decimals, issuer and subject at Google, or the address of a wallet. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  /** Only for a password. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Number by which its member refers to it. Postgres makes it. */
  @Column({ type: 'bigint', transformer: idColumn, insert: false, update: false })
  id!: number;
}
