import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail to a member, from its queueing until 30 days after its end. Postgres makes the id. */
@Entity('mail')
export class Mail {
  @PrimaryColumn({ type: 'bigint', transformer: idColumn })
  id!: number;

  /** The same for every attempt. */
  @Column({ name: 'message_id', type: 'text' })
  messageId!: string;

  @Column({ type: 'text' })
  template!: string;

  /** Null for who is no member. */
  @Column({ name: 'member_id', type: 'bigint', nullable: true, transformer: idColumn })
  memberId!: number | null;

  /** Null once it is sent or given up. */
  @Column({ type: 'text', nullable: true })
  recipient!: string | null;

  /** What its template needs; null once it is sent or given up. */
  @Column({ type: 'jsonb', nullable: true })
  data!: object | null;

  /** Given up from then on. */
  @Column({ name: 'useful_until', type: 'timestamptz' })
  usefulUntil!: Date;
}
