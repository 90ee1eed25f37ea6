/** When something happened by the two clocks of one process, in milliseconds: its machine's, and one that only goes on evenly. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

/** The least that a clock of ours was ahead of a peer's, in this window and the one before. */
interface Lead {
  least: number;
  leastBefore: number;
}

interface Peer {
  readonly steady: Lead;
  readonly wall: Lead;
  windowMs: number;
  heardAt: number;
  skewMs: number;
}

/** Messages are remembered for one to two windows. */
export const WINDOW_MS = 300_000;
/**
 * A silence lasts no longer for a window: after a stop, what came before it must tell how late the messages are that
 * waited meanwhile. No call may take longer.
 */
export const SILENCE_COUNTS_MS = 30_000;
/**
 * Of a peer's first message so much is put down to the clocks, and only what is beyond to its way: each of the two may be
 * wrong by five minutes.
 */
export const BELIEVED_SKEW_MS = 600_000;
/** The one that has been silent the longest is forgotten for another. */
export const MAX_PEERS = 512;

/**
 * How long messages were on their way, between machines whose clocks disagree. That our clock is ahead of the time of
 * sending is skew and way together; the least of it that lately came from a peer is taken for skew, and what a message
 * has beyond is time on its way. Two clocks of each side are compared, and the one that says less is believed: a clock
 * that is set, or one that stands still while its machine sleeps, makes no message late. See ADR 0009.
 */
export class PeerClocks {
  private readonly peers = new Map<string, Peer>();

  /** For how long, in milliseconds, a message was on its way beyond the quickest one that the peer lately sent. */
  wayOf(peerId: string, sent: Moment, received: Moment): number {
    const aheadSteady = received.steady - sent.steady;
    const aheadWall = received.wall - sent.wall;
    const peer = this.peers.get(peerId) ?? this.meet(peerId, aheadSteady, aheadWall, received.steady);
    peer.windowMs += Math.min(received.steady - peer.heardAt, SILENCE_COUNTS_MS);
    if (peer.windowMs >= WINDOW_MS) this.beginWindow(peerId, peer);
    const wayMs = Math.min(beyondLeast(peer.steady, aheadSteady), beyondLeast(peer.wall, aheadWall));
    peer.heardAt = received.steady;
    peer.skewMs = aheadWall - wayMs;
    return wayMs;
  }

  /** How far our clock and that of a peer are apart at the most, in milliseconds; of peers that called in the last window. */
  largestSkewMs(steadyNow: number): number {
    let largest = 0;
    for (const { heardAt, skewMs } of this.peers.values())
      if (steadyNow - heardAt < WINDOW_MS) largest = Math.max(largest, Math.abs(skewMs));
    return largest;
  }

  private meet(peerId: string, aheadSteady: number, aheadWall: number, now: number): Peer {
    const [oldest] = this.peers.keys();
    if (this.peers.size >= MAX_PEERS && oldest !== undefined) this.peers.delete(oldest);
    const unbelievable = Math.max(0, aheadWall - BELIEVED_SKEW_MS);
    const peer = {
      steady: { least: aheadSteady - unbelievable, leastBefore: Infinity },
      wall: { least: aheadWall - unbelievable, leastBefore: Infinity },
      ...{ windowMs: 0, heardAt: now, skewMs: 0 },
    };
    this.peers.set(peerId, peer);
    return peer;
  }

  private beginWindow(peerId: string, peer: Peer): void {
    for (const lead of [peer.steady, peer.wall]) {
      lead.leastBefore = lead.least;
      lead.least = Infinity;
    }
    peer.windowMs = 0;
    // The map holds them in the order of their last windows.
    this.peers.delete(peerId);
    this.peers.set(peerId, peer);
  }
}

function beyondLeast(lead: Lead, ahead: number): number {
  lead.least = Math.min(lead.least, ahead);
  return ahead - Math.min(lead.least, lead.leastBefore);
}
