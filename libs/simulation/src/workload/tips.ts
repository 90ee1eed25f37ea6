import { setTimeout as sleep } from 'node:timers/promises';
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import type { Crowd } from './crowd.js';
import type { Readers } from './readers.js';

/** A tip that a member wants to give, under one key for all its retries. */
export interface Intent {
  readonly idempotencyKey: string;
  readonly payerId: number;
  readonly postId: number;
  readonly amountNano: bigint;
  /** The tip's id, from the first response that contained it. */
  tipId: number | null;
}

/** Members who tip: with retries under the same key, concurrent duplicates, and changed bodies under a used key. */
export class Tippers {
  readonly intents: Intent[] = [];

  constructor(
    private readonly crowd: Crowd,
    private readonly readers: Readers,
  ) {}

  start(): void {
    for (let tipper = 0; tipper < 4; tipper += 1) this.crowd.send(1200, () => this.tip());
  }

  private async tip(): Promise<void> {
    const { crowd } = this;
    const { random } = crowd.world;
    if (crowd.posts.length === 0 || crowd.members.length === 0) return;
    const intent = {
      idempotencyKey: random.uuid(),
      payerId: random.pick(crowd.members),
      postId: random.pick(crowd.posts).id,
      amountNano: (BigInt(random.int(1, 9_000_000)) * NANO_PER_LIKE) / 1_000_000n,
      tipId: null,
    };
    this.intents.push(intent);
    if (random.chance(0.5)) {
      // Simulates a page that requested the statement a moment before.
      void this.readers.readOf(intent.payerId);
      await sleep(random.between(1, 6));
    }
    const twins = random.chance(0.15) ? 2 : 1;
    await Promise.all(Array.from({ length: twins }, () => this.insist(intent)));
    if (random.chance(0.15)) await this.insist(intent);
    if (random.chance(0.05)) await this.change(intent);
  }

  private async insist(intent: Intent): Promise<void> {
    const { tipId: _, ...input } = intent;
    const outcome = await this.crowd.insist(createTip, input);
    if (!outcome?.output) return;
    const { tipId } = outcome.output;
    intent.tipId ??= tipId;
    if (intent.tipId === tipId) return;
    this.crowd.world.find(
      'a retried tip is another one',
      `${intent.idempotencyKey}: ${intent.tipId}, then ${tipId}`,
    );
  }

  private async change(intent: Intent): Promise<void> {
    const { tipId, ...input } = intent;
    if (tipId === null) return;
    const outcome = await this.crowd.insist(createTip, { ...input, amountNano: input.amountNano + 1000n });
    if (!outcome?.output) return;
    this.crowd.world.find('a used key took another amount', intent.idempotencyKey);
  }
}
