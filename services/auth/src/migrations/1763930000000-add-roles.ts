import { ForwardMigration } from '@likewell/service-kit/database/forward-migration';
import type { QueryRunner } from 'typeorm';

/** What members may do for the house, and an order for the news of their standing. */
export class AddRoles1763930000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE member
        ADD COLUMN role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
        ADD COLUMN standing_version integer NOT NULL DEFAULT 1;
      COMMENT ON COLUMN member.standing_version IS 'grows whenever the member is suspended or reinstated';
    `);
  }
}
