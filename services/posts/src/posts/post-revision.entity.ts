import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that the author proposed for a post. The approved one is what readers see. */
@Entity('post_revision')
export class PostRevision {
  @PrimaryColumn({ type: 'bigint', insert: false, transformer: idColumn })
  id!: number;

  @Column({ name: 'post_id', type: 'bigint', transformer: idColumn })
  postId!: number;

  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'text' })
  status!: 'pending' | 'approved' | 'rejected' | 'superseded';

  /** Codes why the automatic check left it to a person. */
  @Column({ type: 'text', array: true })
  reasons!: string[];

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true })
  decidedAt!: Date | null;

  /** Time at which it was left to a person; null before the automatic check did so. */
  @Column({ name: 'asked_at', type: 'timestamptz', nullable: true })
  askedAt!: Date | null;

  /** The draft that the text began with, as the author states; it counts once that draft is known. */
  @Column({ name: 'draft_id', type: 'uuid', nullable: true })
  draftId!: string | null;
}
