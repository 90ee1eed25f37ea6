import type { Crowd } from './crowd.js';

const BONUS_NANO = 100_000_000_000n;
const TREASURY = 2;
/** Account that holds the rest meanwhile: no bonus is paid from it. */
const PLATFORM = 4;
/** First and later amounts of the treasury, in tenths of a bonus: it is empty now and then. */
const FIRST_TENTHS = { from: 50, to: 300 };
const NEXT_TENTHS = { from: 1, to: 50 };
const ENOUGH_BONUSES = 1000n;

/** The operator of a treasury that holds only a few bonuses at a time, or less than one. */
export class Treasurer {
  private transfers = 0;

  constructor(private readonly crowd: Crowd) {}

  /** Reduces the treasury to a few bonuses before anybody joins, and refills it now and then. */
  async start(): Promise<void> {
    const { world } = this.crowd;
    const [treasury] = await world.look<{ balance: string }>(
      'ledger',
      `SELECT balance FROM account WHERE id = ${TREASURY}`,
    );
    await this.move(this.someNano(FIRST_TENTHS) - BigInt(treasury?.balance ?? 0));
    this.crowd.send(40_000, async () => {
      await world.aside(() => this.move(this.someNano(NEXT_TENTHS)));
    });
  }

  /** Refills the treasury for all owed bonuses; false when the ledger was locked at this moment. */
  fill(): Promise<boolean> {
    return this.move(BONUS_NANO * ENOUGH_BONUSES);
  }

  private someNano({ from, to }: { from: number; to: number }): bigint {
    return (BONUS_NANO * BigInt(this.crowd.world.random.int(from, to))) / 10n;
  }

  /**
   * Moves this amount to the treasury, or from it, as an operator's SQL does; not while a transaction holds
   * the ledger.
   */
  private async move(nano: bigint): Promise<boolean> {
    const { world } = this.crowd;
    this.transfers += 1;
    const [from, to, moved] = nano > 0n ? [PLATFORM, TREASURY, nano] : [TREASURY, PLATFORM, -nano];
    const statement = `DO $$ BEGIN
      PERFORM FROM holders_state FOR UPDATE NOWAIT;
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
        VALUES ('supply:simulation-${this.transfers}', 'supply', ${from}, ${to}, ${moved});
      UPDATE account SET balance = balance - ${moved}, version = version + 1 WHERE id = ${from};
      UPDATE account SET balance = balance + ${moved}, version = version + 1 WHERE id = ${to};
    END $$`;
    const isMoved = await world.look('ledger', statement).then(
      () => true,
      (error: unknown) => {
        if ((error as { code?: string }).code === '55P03') return false;
        throw error;
      },
    );
    const [row] = await world.look<{ owed: number }>(
      'ledger',
      'SELECT count(*)::integer AS owed FROM owed_bonus',
    );
    const owed = row?.owed ?? 0;
    world.trace.add(world.scheduler.nowMs, 'treasury', isMoved ? `gets ${nano}, ${owed} owed` : 'is locked');
    if (isMoved && owed > 0) world.trace.count('treasury filled while bonuses were owed');
    return isMoved;
  }
}
