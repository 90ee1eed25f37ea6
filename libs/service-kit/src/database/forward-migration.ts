import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration of hand-written SQL. There is no way back: a mistake is mended by the next migration. */
export abstract class ForwardMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
