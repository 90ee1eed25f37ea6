import {
  checkGiveaway,
  type DrawProof,
  type Giveaway,
  giveawayList,
  giveawayProof,
  type GiveawaySummary,
  oneGiveaway,
} from '@likewell/contracts/gateway/giveaways';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { buildUrl } from '../../shared/api/build-url';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';

export type { DrawProof, Giveaway, GiveawaySummary };

/** Interval at which a giveaway that waits for its draw is read again. */
const WATCH_MS = 60_000;
/** A proof can have several megabytes. */
const PROOF_DEADLINE_MS = 60_000;

/** All giveaways. No call about giveaways carries credentials (spec, section 6). */
export function useGiveaways() {
  return useQuery({
    queryKey: ['giveaways'],
    queryFn: async ({ signal }) => {
      const list = await call(giveawayList, { signal });
      if (!Array.isArray(list)) throw new ApiError(200);
      return list;
    },
  });
}

/** Reads one giveaway; repeats it until the draw. */
export function useGiveaway(id: string) {
  return useQuery({
    queryKey: ['giveaway', id],
    queryFn: async ({ signal }) => {
      const giveaway = await call(oneGiveaway, { params: { id }, signal });
      if (typeof giveaway.title !== 'string') throw new ApiError(200);
      return giveaway;
    },
    refetchInterval: ({ state }) => (state.data?.drawn_at === null ? WATCH_MS : false),
  });
}

/**
 * Asks whether a social account has won. A failure, such as 409 before the draw, is only
 * logged (spec, section 8).
 */
export function useCheck(id: number) {
  return useSingleMutation({
    mutationFn: (account: string) => call(checkGiveaway, { params: { id: String(id), account } }),
    onError: (error) => console.error('Could not check the giveaway', error),
  });
}

/** Reads the proof of a draw with all of its entries. */
export async function fetchProof(id: number, signal: AbortSignal): Promise<DrawProof> {
  const proof = await call(giveawayProof, {
    ...wholeProof(id),
    deadlineMs: PROOF_DEADLINE_MS,
    signal,
  });
  if (!Array.isArray(proof.entries)) throw new ApiError(200);
  return proof;
}

/** Returns the URL of the proof as a file. */
export const proofFile = (id: number) => buildUrl(giveawayProof, wholeProof(id));

const wholeProof = (id: number) => ({ params: { id: String(id) }, query: { download: '1' } }) as const;
