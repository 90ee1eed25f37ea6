import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A finished picture, stored as long as at least one member uses it. */
@Entity('avatar')
export class Avatar {
  /** SHA-256 of the image in hex, which is also its address. */
  @PrimaryColumn({ type: 'text' })
  sha256!: string;

  /** WebP, at most 64 KiB. */
  @Column({ type: 'bytea' })
  image!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
