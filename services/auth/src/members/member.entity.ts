import type { MemberRole } from '@likewell/contracts/core/member-role';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemberStatus } from './member-status.js';

/** Somebody with an account, from 1,000 on. Postgres makes the id. */
@Entity('member')
export class Member {
  @PrimaryColumn({ type: 'bigint', transformer: idColumn })
  id!: number;

  @Column({ type: 'text' })
  username!: string;

  /** In lower case; null for who signed in elsewhere first, or lost it to whoever verified it. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Until then the address is anybody's. */
  @Column({ name: 'email_verified_at', type: 'timestamptz', nullable: true })
  emailVerifiedAt!: Date | null;

  @Column({ name: 'avatar_sha256', type: 'text', nullable: true })
  avatarSha256!: string | null;

  @Column({ name: 'is_verified', type: 'boolean', default: false })
  isVerified!: boolean;

  @Column({ type: 'text', default: 'active' })
  status!: MemberStatus;

  @Column({ name: 'referrer_id', type: 'bigint', nullable: true, transformer: idColumn })
  referrerId!: number | null;

  /** The referral code. */
  @Column({ name: 'public_token', type: 'text' })
  publicToken!: string;

  /** Grows with every change of what others see. */
  @Column({ name: 'profile_version', type: 'integer', default: 1 })
  profileVersion!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'text', default: 'member' })
  role!: MemberRole;

  /** When the account is deleted for good; null of who does not leave. */
  @Column({ name: 'deletion_at', type: 'timestamptz', nullable: true })
  deletionAt!: Date | null;

  /** Grows whenever the member is suspended or reinstated. */
  @Column({ name: 'standing_version', type: 'integer', default: 1 })
  statusVersion!: number;
}
