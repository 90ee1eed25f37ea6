import {
  beginWalletProof,
  claimDeposits,
  getDepositSettings,
  linkWallet,
  reportDeposit,
} from '@likewell/contracts/wallet-chain-watcher/rpc';
import { PROOF_STANDS_MS } from '@likewell/wallet-chain-watcher/proofs/wallet-proof';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWallet, type SimulatedWallet, type Transfer } from '../simulated-chain.js';
import type { Receiver } from '../world.js';
import type { Crowd } from './crowd.js';
import type { ReceivingWallets } from './receiving-wallets.js';

/** A person's wallet and, once that is settled, the one member who owns it. */
interface Purse extends SimulatedWallet {
  readonly memberId: number;
  /** True if it was linked before anything was sent, so that its deposits are the member's. */
  isLinked: boolean;
  /** True if a link may have been made, which would have taken the deposits that a claim would. */
  mayBeLinked: boolean;
}

/** A text that a wallet has signed. */
interface Proof {
  readonly memberId: number;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** A transfer with the member that it must reach, or null if links and claims decide that. */
export interface Sent {
  readonly transfer: Transfer;
  readonly ownerId: number | null;
  /** The only member who can ever prove ownership. */
  readonly senderId: number;
  /** True if it was sent to a closed account. */
  readonly isStray: boolean;
}

const MAX_TRANSFERS = 60;
const ENOUGH_TRIES = 6;
/** Longest time to sign; with all retries well within the validity of a text. */
const SIGNING_MS = 120_000;

/** People who send LIKE with a memo or from a wallet, report it, link wallets and claim unclaimed deposits. */
export class Depositors {
  readonly sent: Sent[] = [];
  private readonly purses: Purse[] = [];

  constructor(
    private readonly crowd: Crowd,
    private readonly receivers: ReceivingWallets,
  ) {}

  start(): void {
    this.crowd.send(6000, () => this.sendWithMemo());
    this.crowd.send(6000, () => this.sendFromWallet());
    this.crowd.send(9000, () => this.claim());
    this.crowd.send(25_000, () => this.link());
    this.crowd.send(30_000, () => this.sendAstray());
  }

  private get random() {
    return this.crowd.world.random;
  }

  private transfer(from: string, to: Receiver, memo: string | null): Transfer {
    const { chain } = this.crowd.world;
    return chain.transfer(from, to, BigInt(this.random.int(1, 50_000_000)), memo);
  }

  private async sendWithMemo(): Promise<void> {
    const { members } = this.crowd;
    if (members.length === 0 || this.sent.length >= MAX_TRANSFERS) return;
    const memberId = this.random.pick(members);
    const settings = await this.crowd.insist(getDepositSettings, { memberId });
    if (!settings?.output) return;
    const receiver = this.receivers.inUse(settings.output.receivingWallet);
    if (!receiver) return;
    const transfer = this.transfer(makeWallet(this.random).address, receiver, settings.output.memo);
    this.sent.push({ transfer, ownerId: memberId, senderId: memberId, isStray: false });
    if (this.random.chance(0.6)) await this.report(memberId, transfer);
  }

  private async report(memberId: number, { signature }: Transfer): Promise<void> {
    await this.crowd.call(reportDeposit, { memberId, signature });
  }

  private async sendFromWallet(): Promise<void> {
    const { members } = this.crowd;
    if (members.length === 0 || this.sent.length >= MAX_TRANSFERS) return;
    if (this.purses.length < 8) {
      this.purses.push({
        ...makeWallet(this.random),
        memberId: this.random.pick(members),
        isLinked: false,
        mayBeLinked: false,
      });
    }
    const purse = this.random.pick(this.purses);
    const ownerId = purse.isLinked ? purse.memberId : null;
    // Some wallets still use an earlier account of ours.
    const transfer = this.transfer(purse.address, this.random.pick(this.receivers.allInUse()), null);
    this.sent.push({ transfer, ownerId, senderId: purse.memberId, isStray: false });
    if (this.random.chance(0.3)) await this.report(purse.memberId, transfer);
  }

  /** Sends to a closed account, with the memo of a member. */
  private async sendAstray(): Promise<void> {
    const closed = this.receivers.allClosed();
    const { members } = this.crowd;
    if (closed.length === 0 || members.length === 0 || this.sent.length >= MAX_TRANSFERS) return;
    const memberId = this.random.pick(members);
    const settings = await this.crowd.insist(getDepositSettings, { memberId });
    const receiver = this.random.pick(closed);
    if (!settings?.output || !this.receivers.allClosed().includes(receiver)) return;
    const transfer = this.transfer(makeWallet(this.random).address, receiver, settings.output.memo);
    this.sent.push({ transfer, ownerId: memberId, senderId: memberId, isStray: true });
    if (this.random.chance(0.5)) await this.report(memberId, transfer);
  }

  private async prove(purse: Purse, purpose: 'link' | 'claim'): Promise<Proof | null> {
    const { memberId, address } = purse;
    const { scheduler } = this.crowd.world;
    const askedMs = scheduler.nowMs;
    const begun = await this.crowd.insist(beginWalletProof, { memberId, purpose, address });
    if (!begun?.output) return null;
    const { message, expiresAt } = begun.output;
    const handedOutMs = Date.parse(expiresAt) - PROOF_STANDS_MS;
    if (handedOutMs < Math.floor(askedMs) || handedOutMs > scheduler.nowMs)
      this.crowd.world.find('a proof runs out at another time than it must', expiresAt);
    if (this.random.chance(0.1)) await sleep(this.random.between(1, SIGNING_MS));
    return { memberId, address, message, signature: purse.sign(message) };
  }

  /** Checks that a valid text, signed by its wallet in time, is accepted. */
  private async expectSpent({ memberId, address, message }: Proof, purpose: 'link' | 'claim'): Promise<void> {
    const { world } = this.crowd;
    const fresh = await world.aside(() =>
      world.look(
        'watcher',
        `SELECT FROM wallet_proof WHERE message_hash = sha256(convert_to($1, 'UTF8')) AND member_id = $2
           AND purpose = $3 AND address = $4`,
        [message, memberId, purpose, address],
      ),
    );
    if (fresh.length > 0) world.find('a fresh proof is rejected', `${purpose} of ${address} by ${memberId}`);
  }

  private async link(): Promise<void> {
    if (this.purses.length === 0) return;
    const purse = this.random.pick(this.purses);
    purse.mayBeLinked = true;
    if (this.random.chance(0.4)) {
      await this.crowd.atNeighbours((neighbours) => neighbours.proveWallet(purse.memberId, purse.address));
      return;
    }
    const proof = await this.prove(purse, 'link');
    if (!proof) return;
    const { output, code } = await this.crowd.call(linkWallet, proof);
    if (output) purse.isLinked = true;
    if (code === 'WALLET_PROOF_REFUSED') await this.expectSpent(proof, 'link');
  }

  /** Claims with one proof until a response comes; a retry must return the first result. */
  private async claim(): Promise<void> {
    if (this.purses.length === 0) return;
    const purse = this.random.pick(this.purses);
    const proof = await this.prove(purse, 'claim');
    if (!proof) return;
    let given = await this.countTaken(purse);
    for (let attempt = 1; attempt <= ENOUGH_TRIES; attempt += 1) {
      const { output, code } = await this.crowd.call(claimDeposits, proof);
      const taken = await this.countTaken(purse);
      if (code === 'WALLET_PROOF_REFUSED') await this.expectSpent(proof, 'claim');
      if (code === 'WALLET_PROOF_REFUSED' || code === 'NOTHING_TO_CLAIM') {
        // A link in between takes them as well; then the claim does not get them.
        if (taken > given && attempt > 1 && !purse.mayBeLinked) {
          this.crowd.world.find(
            'a claim that was made reads as rejected',
            `${purse.address}: attempt ${attempt}: ${code}`,
          );
        }
        return;
      }
      if (output) {
        await this.claimAgain(purse, proof, output);
        return;
      }
      given = Math.min(given, taken);
    }
  }

  private async claimAgain(
    purse: Purse,
    proof: Proof,
    first: { claimed: number; claimedNano: bigint },
  ): Promise<void> {
    if (!this.random.chance(0.5)) return;
    const again = await this.crowd.insist(claimDeposits, proof);
    if (!again) return;
    const isSame = again.output?.claimed === first.claimed && again.output.claimedNano === first.claimedNano;
    if (isSame) return;
    const told = again.output ? `${again.output.claimed} (${again.output.claimedNano})` : again.code;
    this.crowd.world.find(
      'a repeated claim does not get the first response',
      `${purse.address}: ${first.claimed} (${first.claimedNano}), then ${told}`,
    );
  }

  /** Counts the deposits of this wallet that were taken by a link or a claim. */
  private async countTaken({ address, memberId }: Purse): Promise<number> {
    const { world } = this.crowd;
    const rows = await world.aside(() =>
      world.look<{ taken: number }>(
        'watcher',
        `SELECT count(*)::integer AS taken FROM deposit
         WHERE sources = ARRAY[$1] AND member_id = $2 AND state IN ('claiming', 'claimed')`,
        [address, memberId],
      ),
    );
    return rows[0]?.taken ?? 0;
  }
}
