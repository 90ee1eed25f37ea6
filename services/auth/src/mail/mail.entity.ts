import { idColumn } from '@likewell/service-kit/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail to a member, from its queueing until 30 days after it was sent or given up. Postgres makes the id. */
@Entity('mail')
export class Mail {
  @PrimaryColumn({ type: 'bigint', transformer: idColumn })
  id!: number;

  /** The same for every attempt. */
  @Column({ name: 'message_id', type: 'text' })
  messageId!: string;

  @Column({ type: 'text' })
  template!: string;

  /** Null for a recipient who is no member. */
  @Column({ name: 'member_id', type: 'bigint', nullable: true, transformer: idColumn })
  memberId!: number | null;

  /** Null once the mail is sent or given up. */
  @Column({ type: 'text', nullable: true })
  recipient!: string | null;

  /** Data of the template; null once the mail is sent or given up. */
  @Column({ type: 'jsonb', nullable: true })
  data!: object | null;

  /** After this time the mail is given up. */
  @Column({ name: 'useful_until', type: 'timestamptz' })
  usefulUntil!: Date;
}
