import { listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import type { World } from '../world.js';
import type { Crowd } from './crowd.js';

interface Watched {
  readonly memberId: number;
  readonly balances: Set<string>;
}

/** Members who read their statements; each must sum to the balance of some moment during the request. */
export class Readers {
  private readonly watched = new Set<Watched>();

  constructor(private readonly crowd: Crowd) {}

  start(): void {
    const { world } = this.crowd;
    world.postgres.afterStatement = async (owner) => {
      if (owner.name.startsWith('ledger')) for (const each of this.watched) await observe(world, each);
    };
    for (let reader = 0; reader < 3; reader += 1) this.crowd.send(400, () => this.read());
  }

  private async read(): Promise<void> {
    const { world, members } = this.crowd;
    if (members.length > 0) await this.readOf(world.random.pick(members));
  }

  /** Reads a member's statement. */
  async readOf(memberId: number): Promise<void> {
    const { world } = this.crowd;
    const watched = { memberId, balances: new Set<string>() };
    await world.aside(() => observe(world, watched));
    this.watched.add(watched);
    const { output } = await this.crowd.call(listStatement, {
      memberId: watched.memberId,
      kinds: null,
      cursor: null,
    });
    this.watched.delete(watched);
    if (output?.nextCursor !== null) return;
    const sum = output.items.reduce((total, { amountNano }) => total + amountNano, 0n);
    if (watched.balances.has(sum.toString())) return;
    const held = [...watched.balances].join(', ');
    world.find(
      'a statement sums to no balance',
      `member ${watched.memberId}: lines ${sum}, balances ${held}`,
    );
  }
}

async function observe(world: World, { memberId, balances }: Watched): Promise<void> {
  const [row] = await world.look<{ balance: string }>(
    'ledger',
    `SELECT balance_now(balance, epoch) AS balance FROM account WHERE id = $1 AND kind = 'member'`,
    [memberId],
  );
  balances.add(row?.balance ?? '0');
}
