import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Controller } from '@nestjs/common';
import { deleteExpiredProofs } from '../storage/wallet-proofs.js';

@Controller()
export class DeleteExpiredWalletProofsCron {
  constructor(private readonly database: Database) {}

  @Every(10 * 60_000)
  async run(): Promise<void> {
    await this.database.transaction(deleteExpiredProofs);
  }
}
