import { Column, Entity, PrimaryColumn } from 'typeorm';
import { hashColumn } from '../sessions/hash-column.js';

/** Purpose of a visit to Google. */
export type GooglePurpose = 'sign-in' | 'proof';

/** A sign-in with Google that has begun; deleted when it is used, or after ten minutes. The hashes are in hex. */
@Entity('google_attempt')
export class GoogleAttempt {
  @PrimaryColumn({ name: 'state_hash', type: 'bytea', transformer: hashColumn })
  stateHash!: string;

  @Column({ name: 'browser_hash', type: 'bytea', transformer: hashColumn })
  browserHash!: string;

  @Column({ type: 'text' })
  nonce!: string;

  @Column({ name: 'code_verifier', type: 'text' })
  codeVerifier!: string;

  @Column({ name: 'redirect_uri', type: 'text' })
  redirectUri!: string;

  @Column({ name: 'referral_code', type: 'text', nullable: true })
  referralCode!: string | null;

  /** Whether it signs somebody in, or only proves who owns the account. */
  @Column({ type: 'text', default: 'sign-in' })
  purpose!: GooglePurpose;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
