import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member follows an author. */
@Entity('follow')
export class Follow {
  @PrimaryColumn({ name: 'follower_id', type: 'bigint', transformer: idColumn })
  followerId!: number;

  @PrimaryColumn({ name: 'author_id', type: 'bigint', transformer: idColumn })
  authorId!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
