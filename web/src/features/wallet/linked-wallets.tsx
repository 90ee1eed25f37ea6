import { formatLike } from '@likewell/contracts/core/money';
import { Link2, Unlink } from 'lucide-react';
import { readNano } from '../../shared/format/amounts';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Spinner } from '../../shared/ui/spinner';
import { WalletList } from '../../shared/ui/wallet-list';
import { type ProofPurpose, useLinkedWallets, useUnlink, useWalletProof } from './linked-wallets.api';

/** The wallets whose transfers are the member's, and the way to claim one that nobody is known to own. */
export function LinkedWallets() {
  const wallets = useLinkedWallets();
  const proof = useWalletProof();
  const unlink = useUnlink();
  const error = proof.error ?? unlink.error;
  const working = (purpose: ProofPurpose) => proof.isPending && proof.purpose === purpose;
  return (
    <section aria-label="Linked wallets" className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-17 font-title">Linked wallets</h2>
      <p className="text-15 text-muted">
        What a linked wallet sends to Likewell is yours, however it is sent. LIKE that came from another
        wallet without your memo waits until you claim it with that wallet.
      </p>
      {wallets !== undefined && wallets.length > 0 && (
        <ul aria-label="Wallets" className="grid">
          {wallets.map(({ address }) => (
            <li key={address} className="flex items-center gap-3 border-t border-line py-2">
              <Link2 className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <span className="amount min-w-0 flex-1 truncate text-15" title={address}>
                <span aria-hidden="true">{shortened(address)}</span>
                <span className="sr-only">{address}</span>
              </span>
              <Button look="plain" onClick={() => unlink.mutate(address)} aria-disabled={unlink.isPending}>
                <Unlink className="size-4" aria-hidden="true" />
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <Button onClick={() => proof.start('link')} aria-busy={working('link')}>
          {working('link') && <Spinner className="size-4" />}
          Link a wallet
        </Button>
        <Button onClick={() => proof.start('claim')} aria-busy={working('claim')}>
          {working('claim') && <Spinner className="size-4" />}
          Claim a deposit
        </Button>
      </div>
      {proof.choices.length > 0 && (
        <WalletList
          wallets={proof.choices}
          onChoose={(wallet) => proof.start(proof.purpose ?? 'link', wallet)}
        />
      )}
      <FormError>{error ? error.message || 'Error' : undefined}</FormError>
      <p role="status" className="text-15 text-positive empty:-mt-3">
        {proof.linked && `${shortened(proof.linked.address)} is linked.`}
        {proof.claimed &&
          `${formatLike(readNano(proof.claimed.amountNano))} LIKE ${proof.claimed.tokensNano === null ? 'will be in your balance shortly' : 'is in your balance'}.`}
      </p>
    </section>
  );
}

const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`;
