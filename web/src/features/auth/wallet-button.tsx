import { Wallet } from 'lucide-react';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Spinner } from '../../shared/ui/spinner';
import { WalletList } from '../../shared/ui/wallet-list';
import { useWalletLogin } from './wallet-login';

/** Signs in, or up, with a browser wallet; where there are several they are listed below. */
export function WalletButton({ onDone }: { onDone: () => void }) {
  const { choices, error, isPending, start } = useWalletLogin(onDone);
  return (
    <div className="grid gap-2">
      <FormError>{error ? error.message || 'Error' : undefined}</FormError>
      <Button onClick={() => start(null)} aria-busy={isPending} aria-expanded={choices.length > 0}>
        {isPending ? <Spinner className="size-4" /> : <Wallet className="size-4" />}
        Continue with a wallet
      </Button>
      {choices.length > 0 && <WalletList wallets={choices} onChoose={start} />}
    </div>
  );
}
