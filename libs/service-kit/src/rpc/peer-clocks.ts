/**
 * One moment by the two clocks of a process, in milliseconds: the machine's clock, and a steady one that is
 * never set.
 */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

/** Smallest lead of one of our clocks over a peer's, in this window and the one before. */
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
 * Longest part of a silence that counts for a window. After a long stop, the messages before it must still
 * show how late the waiting messages are. No call may take longer.
 */
export const SILENCE_COUNTS_MS = 30_000;
/**
 * Part of the difference in a peer's first message that is attributed to the clocks; only the rest counts as
 * transit time. Each of the two clocks may be wrong by five minutes.
 */
export const BELIEVED_SKEW_MS = 600_000;
/** Above this number, the peer that has been silent the longest is forgotten. */
export const MAX_PEERS = 512;

/**
 * Estimates the transit time of messages between machines whose clocks disagree. The difference between our
 * clock and the time of sending is skew plus transit time. The smallest recent difference of a peer is taken
 * as skew, and the rest of a message's difference is its transit time. Two clocks of each side are compared,
 * and the smaller result counts: a clock that is set, or one that stops while its machine sleeps, makes no
 * message late. See ADR 0009.
 */
export class PeerClocks {
  private readonly peers = new Map<string, Peer>();

  /** Returns the transit time of a message in milliseconds, beyond that of the peer's quickest recent message. */
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

  /**
   * Returns the largest difference between our clock and a peer's, in milliseconds, among peers that called
   * in the last window.
   */
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
    // Inserting again keeps the map in the order of the peers' last windows.
    this.peers.delete(peerId);
    this.peers.set(peerId, peer);
  }
}

function beyondLeast(lead: Lead, ahead: number): number {
  lead.least = Math.min(lead.least, ahead);
  return ahead - Math.min(lead.least, lead.leastBefore);
}
