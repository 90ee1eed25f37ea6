import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A draft that ai-drafting delivered, known from its events. */
@Entity('ai_draft')
export class AiDraft {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'heard_at', type: 'timestamptz' })
  heardAt!: Date;
}
