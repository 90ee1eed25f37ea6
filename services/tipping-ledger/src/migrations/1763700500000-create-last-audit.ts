import { ForwardMigration } from '@likewell/service-kit/database/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The result of the last audit, so that every replica shows it and none repeats it too soon. */
export class CreateLastAudit1763700500000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE last_audit (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        finished_at timestamptz NOT NULL,
        duration_ms integer NOT NULL,
        counts jsonb NOT NULL
      );
      COMMENT ON COLUMN last_audit.counts IS 'how many findings, by check';
    `);
  }
}
