import type {
  DrawProof,
  Giveaway as GiveawayView,
  GiveawaySummary as SummaryView,
} from '@likewell/contracts/gateway/giveaways';
import type { Giveaway, GiveawaySummary } from '@likewell/contracts/giveaway/giveaway';
import type { Proof } from '@likewell/contracts/giveaway/proof';

/** A giveaway in the list, as in the spec's section 3. */
export function summaryView({ id, title, prize, endDate, audience, status }: GiveawaySummary): SummaryView {
  return { id, title, prize, date: endDate, audience, status };
}

/** A giveaway as in the spec's section 3, with what is published of its draw. */
export function giveawayView(giveaway: Giveaway): GiveawayView {
  return {
    ...summaryView(giveaway),
    rules: giveaway.rules,
    winners_wanted: giveaway.winnersWanted,
    starts_at: giveaway.startsAt,
    snapshot_at: giveaway.snapshotAt,
    draw_at: giveaway.drawAt,
    commitment: giveaway.commitment,
    entries_count: giveaway.entriesCount,
    drawn_at: giveaway.drawnAt,
    disputes_until: giveaway.disputesUntil,
  };
}

/** Everything that is needed to re-run a draw, with one page of the entries. */
export function proofView(
  { giveaway, block, seed, winners, postponements }: Proof,
  page: { entries: string[]; nextCursor: string | null },
): DrawProof {
  return {
    giveaway: giveawayView(giveaway),
    commitment: giveaway.commitment ?? '',
    block,
    seed,
    winners,
    postponements: postponements.map(({ drawAt, reason, said }) => ({ draw_at: drawAt, reason, said })),
    ...page,
  };
}
