import type { Decision } from '@likewell/contracts/posts/moderation';
import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the decision log: who decided what about a revision, when and why. It is never changed afterwards, but for its note. */
@Entity('moderation_decision')
export class ModerationDecision {
  @PrimaryColumn({ type: 'bigint', insert: false, transformer: idColumn })
  id!: number;

  @Column({ name: 'revision_id', type: 'bigint', transformer: idColumn })
  revisionId!: number;

  @Column({ name: 'post_id', type: 'bigint', transformer: idColumn })
  postId!: number;

  @Column({ name: 'author_id', type: 'bigint', transformer: idColumn })
  authorId!: number;

  /** Null when the automatic check decided. */
  @Column({ name: 'moderator_id', type: 'bigint', nullable: true, transformer: idColumn })
  moderatorId!: number | null;

  @Column({ type: 'text' })
  verdict!: Decision['verdict'];

  @Column({ type: 'text', array: true })
  reasons!: string[];

  /** What a moderator wrote beside it; emptied after 400 days, or when the author has left for good. */
  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz' })
  decidedAt!: Date;
}
