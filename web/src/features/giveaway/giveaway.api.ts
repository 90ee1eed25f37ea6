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
    queryFn: ({ signal }) => call(giveawayList, { signal }, Array.isArray),
  });
}

/** Reads one giveaway; repeats it until the draw. */
export function useGiveaway(id: string) {
  return useQuery({
    queryKey: ['giveaway', id],
    queryFn: ({ signal }) =>
      call(oneGiveaway, { params: { id }, signal }, ({ title }) => typeof title === 'string'),
    refetchInterval: ({ state }) => (state.data?.drawn_at === null ? WATCH_MS : false),
    refetchOnWindowFocus: true,
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
export const fetchProof = (id: number, signal: AbortSignal): Promise<DrawProof> =>
  call(giveawayProof, { ...wholeProof(id), deadlineMs: PROOF_DEADLINE_MS, signal }, ({ entries }) =>
    Array.isArray(entries),
  );

/** Returns the URL of the proof as a file. */
export const proofFile = (id: number) => buildUrl(giveawayProof, wholeProof(id));

const wholeProof = (id: number) => ({ params: { id: String(id) }, query: { download: '1' } }) as const;
