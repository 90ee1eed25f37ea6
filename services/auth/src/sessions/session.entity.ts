import type { SignInMethod } from '@likewell/contracts/auth/security-events';
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

  /** By which its member may name it. Postgres makes it. */
  @Column({ type: 'bigint', transformer: idColumn, insert: false, update: false })
  id!: number;

  /** How it began; null where the version before began it. */
  @Column({ type: 'text', nullable: true })
  method!: SignInMethod | null;

  /** A kind of browser, such as `firefox on linux`, if the gateway has told. */
  @Column({ type: 'text', nullable: true })
  device!: string | null;

  /** The keyed hash of the network that it began from, if the gateway has told. */
  @Column({ type: 'text', nullable: true })
  network!: string | null;

  /** When the member showed last, in this session, that it is them; they did so when it began. */
  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true, default: () => 'now()' })
  confirmedAt!: Date | null;
}
