import { Wallet } from 'lucide-react';
import { useWallet, type WalletUse } from '../chain/use-wallet';
import { FormError, messageOf } from './form-error';
import { ProofButton, WAITING_FOR_WALLET } from './proof-button';
import { WalletList } from './wallet-list';

/** Runs an action with a browser wallet; if there are several, they are listed below. */
export function WalletButton({ children, ...walletUse }: WalletUse & { children: string }) {
  const { choices, error, isPending, start } = useWallet(walletUse);
  return (
    <div className="stack gap-2">
      <FormError error={error} textOf={messageOf} />
      <ProofButton
        onClick={() => start(null)}
        aria-expanded={choices.length > 0}
        isPending={isPending}
        waiting={WAITING_FOR_WALLET}
        icon={<Wallet className="size-4" />}
      >
        {children}
      </ProofButton>
      {choices.length > 0 && <WalletList wallets={choices} onChoose={start} />}
    </div>
  );
}
