import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { hashColumn } from './hash-column.js';

/** A member who is signed in, in one browser. */
@Entity('session')
export class Session {
  /** SHA-256 of the token, which is kept nowhere; in hex. */
  @PrimaryColumn({ name: 'token_hash', type: 'bytea', transformer: hashColumn })
  tokenHash!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Written once an hour. */
  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;
}
