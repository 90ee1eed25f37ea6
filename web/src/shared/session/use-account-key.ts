import { useUser } from './session-store';

/** The cache's key of the member's own address, which other changes of an account may touch. */
export const useAccountKey = () => ['account', useUser()?.id ?? null] as const;
