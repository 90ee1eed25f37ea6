import { Injectable } from '@nestjs/common';
import { AccountPart } from './account.part.js';
import type { ExportPart } from './export-part.js';
import type { ExportTable } from './export-table.js';
import { MoneyPart } from './money.part.js';
import { PostsPart } from './posts.part.js';
import { WalletsPart } from './wallets.part.js';

/** How many parts a file has: what a member is shown of its progress. */
export const PART_COUNT = 4;

/** All that a file is made of, in its order. */
@Injectable()
export class ExportParts {
  readonly all: readonly ExportPart[];

  constructor(account: AccountPart, posts: PostsPart, money: MoneyPart, wallets: WalletsPart) {
    this.all = [account, posts, money, wallets];
  }

  get tables(): readonly ExportTable[] {
    return this.all.flatMap(({ tables }) => tables);
  }
}
