import { randomUUID } from 'node:crypto';
import { BASE_URL } from '../support/base-url.ts';
import type { SignedUp } from '../support/api.ts';

const LANES = 3;
const PAUSE_MS = 100;
const CALL_MS = 10_000;
const FLOWS_WITHIN_MS = 120_000;
const ENOUGH = 10;

/**
 * A member who tips a post in small steps and repeats each tip, with its own key, until the response is 200.
 */
export class LightLoad {
  static readonly AMOUNT = 0.000_01;
  /** Number of acknowledged tips; no tip is abandoned. */
  sent = 0;
  /** Number of responses that would have signed a page out. */
  signedOut = 0;
  private stopped = false;
  private readonly lanes: Promise<void>[];

  constructor(
    private readonly postId: number,
    private readonly payer: SignedUp,
  ) {
    this.lanes = Array.from({ length: LANES }, () => this.run());
  }

  /** Resolves once tips succeed again. */
  async flows(): Promise<void> {
    const giveUpAt = Date.now() + FLOWS_WITHIN_MS;
    const target = this.sent + ENOUGH;
    while (this.sent < target) {
      if (Date.now() > giveUpAt) throw new Error('No tip goes through.');
      await pause();
    }
  }

  /** Stops the lanes; each finishes its current tip. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.lanes);
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const key = randomUUID();
      while ((await this.tip(key)) !== 200) await pause();
      this.sent += 1;
      await pause();
    }
  }

  private async tip(key: string): Promise<number> {
    const response = await fetch(`${BASE_URL}/api/posts/${this.postId}/like`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${this.payer.token}`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ amount: LightLoad.AMOUNT }),
      signal: AbortSignal.timeout(CALL_MS),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 401) this.signedOut += 1;
    return response?.status ?? 0;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
