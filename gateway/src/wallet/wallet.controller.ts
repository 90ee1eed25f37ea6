import * as routes from '@likewell/contracts/gateway/wallet';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { findNames } from '@likewell/contracts/posts/rpc';
import { getBalance, getWeekTotals, listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import * as watcher from '@likewell/contracts/wallet-chain-watcher/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { balanceView } from '../users/users.presenter.js';
import type { StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import { amountView, historyView, namesWanted, weekView } from './wallet.presenter.js';

@Controller()
export class WalletController implements BeforeApplicationShutdown {
  private readonly ending = new AbortController();

  constructor(private readonly rpc: RpcClient) {}

  /** Responds at once to everybody who waits for the chain. */
  beforeApplicationShutdown(): void {
    this.ending.abort();
  }

  @Handle(routes.walletHistory)
  async history(@FromRequest() { query, memberId }: Input<typeof routes.walletHistory>) {
    const { items, nextCursor } = await this.rpc.call(listStatement, { memberId, ...query });
    return { items: historyView(items, await this.namesFor(memberId, items)), nextCursor };
  }

  @Handle(routes.walletWeek)
  async week(@FromRequest() { memberId }: Input<typeof routes.walletWeek>) {
    return weekView(await this.rpc.call(getWeekTotals, { memberId }));
  }

  @Handle(routes.deposit)
  async deposit(
    @FromRequest() { body, memberId }: Input<typeof routes.deposit>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const report = this.rpc.call(watcher.reportDeposit, { memberId, signature: body.tx });
    const { state, balanceNano } =
      (await unlessAborted(report, this.ending.signal)) ?? (await this.asItIs(memberId));
    if (state === 'waiting') void reply.status(202);
    return { ...balanceView(balanceNano), state };
  }

  @Handle(routes.walletConfig)
  config(@FromRequest() { memberId }: Input<typeof routes.walletConfig>) {
    return this.rpc.call(watcher.getDepositSettings, { memberId });
  }

  @Handle(routes.walletProof)
  async proof(@FromRequest() { body, memberId }: Input<typeof routes.walletProof>) {
    const { message, expiresAt } = await this.rpc.call(watcher.beginWalletProof, { memberId, ...body });
    return { message, expires_at: expiresAt };
  }

  @Handle(routes.walletLinks)
  async links(@FromRequest() { memberId }: Input<typeof routes.walletLinks>) {
    const { items } = await this.rpc.call(watcher.listWallets, { memberId });
    return { items: items.map(({ address, linkedAt }) => ({ address, linked_at: linkedAt })) };
  }

  @Handle(routes.linkWallet)
  async link(@FromRequest() { body, memberId }: Input<typeof routes.linkWallet>) {
    const { address, linkedAt } = await this.rpc.call(watcher.linkWallet, { memberId, ...body });
    return { address, linked_at: linkedAt };
  }

  @Handle(routes.unlinkWallet)
  unlink(@FromRequest() { params, memberId }: Input<typeof routes.unlinkWallet>) {
    return this.rpc.call(watcher.unlinkWallet, { memberId, ...params });
  }

  @Handle(routes.claimDeposits)
  async claim(@FromRequest() { body, memberId }: Input<typeof routes.claimDeposits>) {
    const claim = { memberId, ...body };
    const { claimed, claimedNano, balanceNano } = await this.rpc.call(watcher.claimDeposits, claim);
    const after = balanceNano === null ? { tokens: null, tokensNano: null } : balanceView(balanceNano);
    return { claimed, ...amountView(claimedNano), ...after };
  }

  /** Looks up the names of a whole page in one call. The history is returned even if the names are not available. */
  private namesFor(viewerId: number, lines: readonly StatementLine[]): Promise<RpcOutput<typeof findNames>> {
    const wanted = namesWanted(lines);
    const none = { members: [], posts: [] };
    if (wanted.memberIds.length + wanted.postIds.length === 0) return Promise.resolve(none);
    return this.rpc.call(findNames, { viewerId, ...wanted }).catch(() => none);
  }

  private async asItIs(memberId: number) {
    const { balanceNano } = await this.rpc.call(getBalance, { memberId });
    return { state: 'waiting' as const, balanceNano };
  }
}

/**
 * Returns the result of `work`, or null once the signal is aborted. `Promise.race` with a promise that lives as long as
 * the process would keep every result for as long.
 */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      resolve(null);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
