import type { WatcherConfig } from '@likewell/wallet-chain-watcher/config';
import { receivingAccounts } from '@likewell/wallet-chain-watcher/cli/receiving-accounts-command';
import { setTimeout as sleep } from 'node:timers/promises';
import { uncredited } from '../oracle/deposits.js';
import { runIn } from '../simulated-process.js';
import type { Receiver } from '../world.js';
import type { Crowd } from './crowd.js';
import type { Sent } from './deposits.js';

/** An account of ours: in use, no longer in use, or closed by an operator. */
interface Account extends Receiver {
  state: 'in-use' | 'retired' | 'closed';
}

const MAX_ACCOUNTS = 4;
const COMMAND_TIMEOUT_MS = 5000;
const LOOKS_BEFORE_CLOSING = 30;

/** Operators who change `RECEIVING_WALLET`, one replica after the other, close old accounts and open them again. */
export class ReceivingWallets {
  private readonly accounts: Account[] = [];

  constructor(private readonly crowd: Crowd) {
    this.accounts.push({ ...crowd.world.receiver, state: 'in-use' });
  }

  /** @param sent returns the transfers sent until now */
  start(sent: () => readonly Sent[]): void {
    this.crowd.send(90_000, async () => {
      if (this.accounts.length >= MAX_ACCOUNTS) return;
      const [old] = this.accounts.slice(-1);
      await this.change();
      if (old && this.crowd.world.random.chance(0.7)) await this.close(old, sent);
    });
  }

  allInUse(): Account[] {
    return this.accounts.filter(({ state }) => state === 'in-use');
  }

  allClosed(): Account[] {
    return this.accounts.filter(({ state }) => state === 'closed');
  }

  /** Returns the account of a wallet that members were told, unless it is known that nobody sends to it any more. */
  inUse(owner: string): Account | undefined {
    return this.allInUse().find((account) => account.owner === owner);
  }

  /** Changes the variable, and restarts one replica after the other. */
  private async change(): Promise<void> {
    const { world } = this.crowd;
    const { random, trace, scheduler } = world;
    world.receiver = world.makeReceiver();
    this.accounts.push({ ...world.receiver, state: 'in-use' });
    trace.add(scheduler.nowMs, 'operator', `RECEIVING_WALLET=${world.receiver.owner}`);
    for (const place of world.placesOf('watcher')) {
      await sleep(random.between(500, 8000));
      await world.aside(() => world.crash(place, random.between(300, 3000)));
    }
  }

  /** Closes an account as the README says: once nobody sends to it any more, and every deposit is credited. */
  private async close(account: Account, sent: () => readonly Sent[]): Promise<void> {
    const { world } = this.crowd;
    account.state = 'retired';
    if (!(await this.isAllCredited(account, sent))) return;
    await this.command('do=close', `account=${account.account}`);
    if (!(await world.aside(() => this.isClosed(account)))) return;
    account.state = 'closed';
    await sleep(world.random.between(20_000, 90_000));
    if (this.crowd.isOver || world.random.chance(0.5)) return;
    account.state = 'retired';
    await this.command('do=add', `wallet=${account.owner}`);
  }

  private async isAllCredited({ account }: Account, sent: () => readonly Sent[]): Promise<boolean> {
    const { world } = this.crowd;
    for (let look = 1; look <= LOOKS_BEFORE_CLOSING; look += 1) {
      await sleep(3000);
      if (this.crowd.isOver) return false;
      const came = sent().filter(({ transfer }) => transfer.to === account);
      if ((await world.aside(() => uncredited(world, came))) === 0) return true;
    }
    return false;
  }

  private async isClosed({ account }: Account): Promise<boolean> {
    const closed = await this.crowd.world.look(
      'watcher',
      'SELECT FROM receiving_account WHERE account = $1 AND closed_at IS NOT NULL',
      [account],
    );
    return closed.length > 0;
  }

  /** Runs `make receiving-accounts`; its effect is visible in the table. */
  private async command(...words: string[]): Promise<void> {
    const { world } = this.crowd;
    const place = world.anyOf('watcher');
    if (!place) return;
    const config = world.planOf('watcher').config as WatcherConfig;
    const said = runIn(place.process, () => receivingAccounts(place.started.database, words, config)).catch(
      String,
    );
    const told = await Promise.race([said, sleep(COMMAND_TIMEOUT_MS, 'no response')]);
    world.trace.add(world.scheduler.nowMs, 'operator', `${words.join(' ')}: ${told}`);
  }
}
