import { useMemberId } from './session-store';

/** The cache's key of what the signed-in member alone reads. */
export const useMemberKey = (name: string) => [name, useMemberId()] as const;
