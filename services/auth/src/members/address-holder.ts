import type { MemberStatus } from './member-status.js';

/** A member and their address. */
export interface AddressHolder {
  readonly memberId: number;
  readonly username: string;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly status: MemberStatus;
}
