import { Wallet } from 'lucide-react';
import { useWallet, type WalletUse } from '../chain/use-wallet';
import { Button } from './button';
import { FormError, messageOf } from './form-error';
import { Spinner } from './spinner';
import { WalletList } from './wallet-list';

/** Runs an action with a browser wallet; if there are several, they are listed below. */
export function WalletButton({ children, ...walletUse }: WalletUse & { children: string }) {
  const { choices, error, isPending, start } = useWallet(walletUse);
  return (
    <div className="stack gap-2">
      <FormError error={error} textOf={messageOf} />
      <Button onClick={() => start(null)} aria-busy={isPending} aria-expanded={choices.length > 0}>
        {isPending ? <Spinner className="size-4" /> : <Wallet className="size-4" />}
        {children}
      </Button>
      {choices.length > 0 && <WalletList wallets={choices} onChoose={start} />}
    </div>
  );
}
