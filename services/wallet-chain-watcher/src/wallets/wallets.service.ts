import { AppError } from '@likewell/contracts/core/app-error';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { listClaims } from '../claims/list-claims.js';
import { claimOfLinked } from '../deposits/unclaimed-deposits.js';
import { DepositNotifier } from '../deposits/deposit-notifier.js';
import { ProofsService, type SignedText } from '../proofs/proofs.service.js';
import { lockLinks } from './link-lock.js';
import {
  findTaken,
  listUnlinked,
  recordTaken,
  recordUnlinked,
  wasUnlinkedSince,
  type ProvedWallet,
} from './unlinked-wallets.queries.js';
import { Wallet } from './wallet.entity.js';
import { forgetMember, insertLink } from './wallets.queries.js';

/** Wallets, each linked to at most one member. */
@Injectable()
export class WalletsService {
  constructor(
    private readonly database: Database,
    private readonly proofs: ProofsService,
    private readonly notifier: DepositNotifier,
  ) {}

  /** A member's wallets, oldest first. */
  async list(memberId: number) {
    const wallets = await this.database.read.find(Wallet, {
      where: { memberId },
      order: { linkedAt: 'ASC', address: 'ASC' },
    });
    return wallets.map(({ address, linkedAt }) => ({ address, linkedAt: linkedAt.toISOString() }));
  }

  /** Wallets that a member has unlinked, or has proved while somebody else had linked them, oldest first. */
  listUnlinked(memberId: number) {
    return listUnlinked(this.database.read, memberId);
  }

  /** A member's claims of deposits, oldest first. */
  listClaims(memberId: number) {
    return listClaims(this.database.read, memberId);
  }

  /**
   * Links a wallet whose keys the member has, and assigns to them the unclaimed deposits that it alone sent;
   * if there are many, only a part at once.
   * @throws AppError WALLET_INVALID, WALLET_PROOF_REFUSED, WALLET_OF_ANOTHER_MEMBER, TOO_MANY_WALLETS
   */
  async link(memberId: number, address: string, signed: SignedText) {
    const { wallet, found } = await this.database.transaction(async (tx) => {
      await this.proofs.spend(tx, { memberId, purpose: 'link', address }, signed);
      await lockLinks(tx, 'exclusive');
      const linked = await linkWallet(tx, { memberId, address });
      if (linked === 'taken') throw new AppError(watcherErrors.WALLET_OF_ANOTHER_MEMBER);
      if (linked === 'too-many') throw new AppError(watcherErrors.TOO_MANY_WALLETS);
      return { wallet: linked, found: await claimOfLinked(tx, memberId, address) };
    });
    if (found > 0) this.notifier.notify();
    return { address, linkedAt: wallet.linkedAt.toISOString() };
  }

  /**
   * Links a wallet as {@link link} does, without a text, since it was proved elsewhere. A wallet that
   * somebody else has linked stays theirs for as long as they are here, and one that the member has unlinked
   * since stays unlinked. A bare phrase assigns to them nothing that the wallet has sent before.
   */
  async linkProved(tx: Tx, proved: ProvedWallet): Promise<void> {
    const { memberId, address, provedAt } = proved;
    await lockLinks(tx, 'exclusive');
    if (provedAt && (await wasUnlinkedSince(tx, memberId, address, provedAt))) return;
    const linked = await linkWallet(tx, proved);
    if (linked === 'taken') await recordTaken(tx, proved);
    else if (linked !== 'too-many') await claimOfLinked(tx, memberId, address);
  }

  /** @throws AppError WALLET_NOT_LINKED when it is not linked to this member */
  async unlink(memberId: number, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockLinks(tx, 'exclusive');
      const { affected } = await tx.delete(Wallet, { address, memberId });
      if (affected !== 1) throw new AppError(watcherErrors.WALLET_NOT_LINKED);
      await recordUnlinked(tx, memberId, address);
    });
  }

  /**
   * Deletes the wallets and the deposit code of a member who has left for good. Each wallet is linked to whoever
   * has proved it since: that may have been heard of before the departure, which made it possible.
   */
  async forget(tx: Tx, memberId: number): Promise<void> {
    await lockLinks(tx, 'exclusive');
    const freed = await forgetMember(tx, memberId);
    for (const taken of await findTaken(tx, freed)) await this.linkProved(tx, taken);
  }

  /** Returns the member who has linked a wallet for all that it has sent, by a text of ours; or null. */
  async ownerOf(tx: Tx, address: string): Promise<number | null> {
    return (await tx.findOneBy(Wallet, { address, claimsSince: IsNull() }))?.memberId ?? null;
  }
}

/**
 * Links a wallet to a member, and locks it; of a wallet that is theirs already a text of ours may make the link a full
 * one. The caller has locked links for changes. `taken`: somebody else has linked it; `too-many`: the member has the
 * maximum number of wallets.
 */
async function linkWallet(tx: Tx, proved: ProvedWallet): Promise<Wallet | 'taken' | 'too-many'> {
  const { memberId, address } = proved;
  await insertLink(tx, proved);
  const linked = await tx.findOne(Wallet, { where: { address }, lock: { mode: 'pessimistic_write' } });
  if (!linked) return 'too-many';
  return linked.memberId === memberId ? linked : 'taken';
}
