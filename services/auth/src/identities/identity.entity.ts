import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member proves who they are with; they may have several. */
@Entity('identity')
export class Identity {
  @PrimaryColumn({ type: 'text' })
  provider!: 'password' | 'google' | 'wallet';

  /** The member's id in decimals, issuer and subject at Google, or a wallet's address. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  /** Of a password alone. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** By which its member may name it. Postgres makes it. */
  @Column({ type: 'bigint', transformer: idColumn, insert: false, update: false })
  id!: number;
}
