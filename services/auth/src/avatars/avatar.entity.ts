import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A finished picture, here while at least one member has it. */
@Entity('avatar')
export class Avatar {
  /** Of the image, in hex; its address. */
  @PrimaryColumn({ type: 'text' })
  sha256!: string;

  /** WebP, at most 64 KiB. */
  @Column({ type: 'bytea' })
  image!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
