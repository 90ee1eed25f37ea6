import { idColumn, nanoColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A published post's position in the order of Best. */
@Entity('post_rank')
export class PostRank {
  @PrimaryColumn({ name: 'post_id', type: 'bigint', transformer: idColumn })
  postId!: number;

  @Column({ name: 'likes_sum', type: 'numeric', precision: 30, transformer: nanoColumn })
  likesSumNano!: bigint;

  @Column({ name: 'published_at', type: 'timestamptz' })
  publishedAt!: Date;

  @Column({ type: 'boolean' })
  visible!: boolean;
}
