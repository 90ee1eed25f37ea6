import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A nonce that was given to a browser on this host; deleted when it is used, or after five minutes. */
@Entity('wallet_nonce')
export class WalletNonce {
  @PrimaryColumn({ type: 'text' })
  nonce!: string;

  @Column({ type: 'text' })
  host!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
