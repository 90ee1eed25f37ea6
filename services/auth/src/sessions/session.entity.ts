import type { SignInMethod } from '@likewell/contracts/auth/security-events';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { hashColumn } from './hash-column.js';

/** A session: a member who is signed in, in one browser. */
@Entity('session')
export class Session {
  /** SHA-256 of the token in hex; the token itself is not stored. */
  @PrimaryColumn({ name: 'token_hash', type: 'bytea', transformer: hashColumn })
  tokenHash!: string;

  @Column({ name: 'member_id', type: 'bigint', transformer: idColumn })
  memberId!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Updated once an hour. */
  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  /** Number by which its member refers to it. Postgres makes it. */
  @Column({ type: 'bigint', transformer: idColumn, insert: false, update: false })
  id!: number;

  /** Sign-in method with which it began; null if it began before methods were recorded. */
  @Column({ type: 'text', nullable: true })
  method!: SignInMethod | null;

  /** A kind of browser, such as `firefox on linux`, if the gateway tells it. */
  @Column({ type: 'text', nullable: true })
  device!: string | null;

  /** Keyed hash of the network in which it began, if the gateway tells it. */
  @Column({ type: 'text', nullable: true })
  network!: string | null;

  /** Time of the member's last confirmation in this session; its beginning counts as one, unless by a bare phrase. */
  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true, default: () => 'now()' })
  confirmedAt!: Date | null;
}
