import { ForwardMigration } from '@likewell/service-kit/database/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Nonces for wallets to sign, and the messages with which wallets signed in, so that each works once. */
export class CreateWalletMessages1763900300000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_nonce (
        nonce text PRIMARY KEY,
        host text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX wallet_nonce_age ON wallet_nonce (created_at);
      COMMENT ON TABLE wallet_nonce IS 'deleted by its one use, or five minutes after it was given out';

      -- Not the signature: one message has several that verify, and each would be another session.
      CREATE TABLE wallet_message (
        address text NOT NULL,
        message text NOT NULL,
        signed_in_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (address, message)
      );
      CREATE INDEX wallet_message_age ON wallet_message (signed_in_at);
      COMMENT ON TABLE wallet_message IS 'kept for a day; the time in a message lets it work for ten minutes at the most';
    `);
  }
}
