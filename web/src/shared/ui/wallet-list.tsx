import type { SolanaWallet } from '../chain/wallets';
import { DEV_WALLET_NAME } from '../chain/dev-wallet-name';
import { buttonClass } from './button';

interface WalletListProps {
  wallets: readonly SolanaWallet[];
  onChoose: (wallet: SolanaWallet) => void;
}

/** The wallets of this browser, from which the person chooses one. */
export function WalletList({ wallets, onChoose }: WalletListProps) {
  return (
    <ul aria-label="Choose a wallet" className="stack gap-1 rounded-2xl border border-line bg-canvas p-1.5">
      {wallets.map((wallet, index) => (
        <li key={`${wallet.name} ${index}`}>
          <button
            type="button"
            onClick={() => onChoose(wallet)}
            className={buttonClass({
              look: 'plain',
              className: 'w-full justify-start! rounded-[10px]! text-fg!',
            })}
          >
            <img src={wallet.icon} alt="" className="size-6 rounded-md" />
            {wallet.name}
            {wallet.name === DEV_WALLET_NAME && (
              <span className="ml-auto min-w-0 text-right text-13 leading-tight font-normal whitespace-normal text-muted">
                Play money, this machine only
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
