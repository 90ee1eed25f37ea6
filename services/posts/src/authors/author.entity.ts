import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A copy of a member's public profile and status, updated by auth's events. */
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

  /** Version of the profile, as auth counts its changes. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'boolean' })
  suspended!: boolean;

  /** Time of the member's registration; null until auth has sent it. */
  @Column({ name: 'member_since', type: 'timestamptz', nullable: true })
  memberSince!: Date | null;

  /** Version of the latest status event from auth. */
  @Column({ name: 'standing_version', type: 'integer' })
  statusVersion!: number;
}
