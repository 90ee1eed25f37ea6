import { Injectable } from '@nestjs/common';
import { AccountPart } from './account.part.js';
import type { ExportPart } from './export-part.js';
import type { ExportTable } from './export-table.js';
import { MoneyPart } from './money.part.js';
import { PostsPart } from './posts.part.js';
import { WalletsPart } from './wallets.part.js';

/** Number of parts of an export, shown to its member as progress. */
export const PART_COUNT = 4;

/** All parts of an export, in their order. */
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
