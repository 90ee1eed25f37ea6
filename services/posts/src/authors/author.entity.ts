import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A copy of a member's public profile and status, kept in step by events of auth. */
@Entity('author')
export class Author {
  @PrimaryColumn({ type: 'bigint', transformer: idColumn })
  id!: number;

  @Column({ type: 'text' })
  username!: string;

  @Column({ type: 'text', nullable: true })
  avatar!: string | null;

  @Column({ name: 'is_verified', type: 'boolean' })
  isVerified!: boolean;

  /** Of the profile, as auth counts its changes. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'boolean' })
  suspended!: boolean;

  /** Null until auth has told it. */
  @Column({ name: 'member_since', type: 'timestamptz', nullable: true })
  memberSince!: Date | null;

  /** Of the last news of the status that auth told. */
  @Column({ name: 'standing_version', type: 'integer' })
  statusVersion!: number;
}
