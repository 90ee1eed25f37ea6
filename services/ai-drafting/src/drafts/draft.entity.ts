import { nanoColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A request for a draft: the prompt's hash, the outcome and the cost in nano-dollars. Kept for 30 days. */
@Entity('draft')
export class Draft {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The day (UTC) whose budget pays for it. */
  @Column({ type: 'date' })
  day!: string;

  /** SHA-256 of the prompt. */
  @Column({ name: 'prompt_hash', type: 'bytea' })
  promptHash!: Buffer;

  /** A draft that stays `asked` was interrupted; it counts with its full reservation. */
  @Column({ type: 'text' })
  status!: 'asked' | 'written' | 'failed';

  /** The error code when it failed. */
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
