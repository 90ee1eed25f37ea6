import { nanoColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was asked for, by its hash alone, what came of it, and what it cost in nano-dollars. Kept for 30 days. */
@Entity('draft')
export class Draft {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Whose budget it is out of (UTC). */
  @Column({ type: 'date' })
  day!: string;

  /** SHA-256 of the prompt. */
  @Column({ name: 'prompt_hash', type: 'bytea' })
  promptHash!: Buffer;

  /** One that stays asked was cut off, and counts with all that was reserved. */
  @Column({ type: 'text' })
  status!: 'asked' | 'written' | 'failed';

  /** The code of what went wrong. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @Column({ name: 'reserved_nano_usd', type: 'bigint', transformer: nanoColumn })
  reservedNanoUsd!: bigint;

  @Column({ name: 'cost_nano_usd', type: 'bigint', nullable: true, transformer: nanoColumn })
  costNanoUsd!: bigint | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}
