import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A post; its texts are revisions. It is public while it has a published revision and is not deleted. */
@Entity('post')
export class Post {
  @PrimaryColumn({ type: 'bigint', insert: false, transformer: idColumn })
  id!: number;

  @Column({ name: 'author_id', type: 'bigint', transformer: idColumn })
  authorId!: number;

  @Column({ name: 'published_revision_id', type: 'bigint', nullable: true, transformer: idColumn })
  publishedRevisionId!: number | null;

  @Column({ name: 'latest_revision_id', type: 'bigint', nullable: true, transformer: idColumn })
  latestRevisionId!: number | null;

  /** The revision that would be published if the author were not suspended. */
  @Column({ name: 'withheld_revision_id', type: 'bigint', nullable: true, transformer: idColumn })
  withheldRevisionId!: number | null;

  /** Increases whenever the post is published or withdrawn. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;
}
