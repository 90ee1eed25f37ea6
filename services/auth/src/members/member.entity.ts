import type { MemberRole } from '@likewell/contracts/core/member-role';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemberStatus } from './member-status.js';

/** A person with an account. Ids begin at 1,000; Postgres makes them. */
@Entity('member')
export class Member {
  @PrimaryColumn({ type: 'bigint', transformer: idColumn })
  id!: number;

  @Column({ type: 'text' })
  username!: string;

  /**
   * In lower case. Null for a member who signed in with another provider first, or whose address somebody
   * else verified.
   */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Time of the verification; until then the address belongs to nobody. */
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

  /** Grows with every change of the public data. */
  @Column({ name: 'profile_version', type: 'integer', default: 1 })
  profileVersion!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'text', default: 'member' })
  role!: MemberRole;

  /** Time at which the account is deleted for good; null if the member is not leaving. */
  @Column({ name: 'deletion_at', type: 'timestamptz', nullable: true })
  deletionAt!: Date | null;

  /** Grows with every suspension and reinstatement. */
  @Column({ name: 'standing_version', type: 'integer', default: 1 })
  statusVersion!: number;
}
