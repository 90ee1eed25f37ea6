import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A nonce that was given out to a browser on this host: deleted by its one use, or five minutes later. */
@Entity('wallet_nonce')
export class WalletNonce {
  @PrimaryColumn({ type: 'text' })
  nonce!: string;

  @Column({ type: 'text' })
  host!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
