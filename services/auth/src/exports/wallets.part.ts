import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import type { ExportPart, ExportTarget } from './export-part.js';
import { defineTable } from './export-table.js';

const wallets = defineTable('wallets', 'Wallets whose deposits are yours.', ['address', 'linked_at']);
const unlinkedWallets = defineTable(
  'unlinked_wallets',
  'Wallets that you unlinked in the last 40 days, or logged in with while another member had them linked.',
  ['address', 'at', 'linked_to_another'],
);
const claims = defineTable(
  'claims',
  'Deposits that you claimed for a wallet, and what you got. A claim that you repeated is here again.',
  ['address', 'at', 'deposits', 'amount'],
  ['amount'],
);
const depositMemo = defineTable(
  'deposit_memo',
  'The memo by which a deposit is known to be yours, if you ever asked for it.',
  ['memo'],
);

/** The chain watcher's data of a member. */
@Injectable()
export class WalletsPart implements ExportPart {
  readonly tables = [wallets, unlinkedWallets, claims, depositMemo];

  constructor(private readonly rpc: RpcClient) {}

  async write({ memberId, archive, save }: ExportTarget): Promise<void> {
    const {
      items,
      unlinked = [],
      claims: made = [],
      memo,
    } = await this.rpc.call(exportWallets, { memberId });
    await archive.addTable(
      wallets,
      items.map(({ address, linkedAt }) => ({ address, linked_at: linkedAt })),
    );
    await archive.addTable(
      unlinkedWallets,
      unlinked.map(({ address, at, isTaken }) => ({ address, at, linked_to_another: isTaken })),
    );
    await archive.addTable(
      claims,
      made.map(({ address, at, claimed, claimedNano }) => ({
        address,
        at,
        deposits: claimed,
        amount: claimedNano,
      })),
    );
    await archive.addTable(depositMemo, memo === null ? [] : [{ memo }]);
    await save();
  }
}
