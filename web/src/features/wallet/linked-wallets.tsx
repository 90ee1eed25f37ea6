import { formatLike } from '@likewell/contracts/core/money';
import { Link2, Unlink } from 'lucide-react';
import { resetSettled } from '../../shared/api/use-single-mutation';
import { readNano } from '../../shared/format/amounts';
import { useKeptFocus } from '../../shared/hooks/use-kept-focus';
import { AskingLine } from '../../shared/ui/asking-line';
import { FormError, messageOf } from '../../shared/ui/form-error';
import { ProofButton, WAITING_FOR_WALLET } from '../../shared/ui/proof-button';
import { ShortAddress } from '../../shared/ui/short-address';
import { Bone } from '../../shared/ui/skeleton';
import { Status } from '../../shared/ui/status';
import { WalletList } from '../../shared/ui/wallet-list';
import { type ProofPurpose, useLinkedWallets, useUnlink, useWalletProof } from './linked-wallets.api';

const PROOFS: { purpose: ProofPurpose; label: string }[] = [
  { purpose: 'link', label: 'Link a wallet' },
  { purpose: 'claim', label: 'Claim a deposit' },
];

/** The member's linked wallets, and a button to claim a deposit without a known owner. */
export function LinkedWallets() {
  const { data: wallets, isPending } = useLinkedWallets();
  const proof = useWalletProof();
  const unlink = useUnlink();
  const { part, heading } = useKeptFocus();
  const error = proof.error ?? unlink.error;
  const isChoosing = proof.choices.length > 0;
  // What was said of the last change may be about this wallet.
  const startProof: typeof proof.start = (...given) => {
    resetSettled(unlink);
    proof.start(...given);
  };
  const startUnlink = (address: string) => {
    proof.reset();
    unlink.mutate(address);
  };
  return (
    <section ref={part} aria-label="Linked wallets" className="card stack gap-3 p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-17 font-title">
        Linked wallets
      </h2>
      <p className="text-15 text-muted">
        What a linked wallet sends to Likewell is yours, unless another member deposits with it on this page.
        LIKE that came from another wallet, and not by “Deposit LIKEs”, waits until you claim it with that
        wallet. An exchange, or a wallet that cannot sign messages, cannot claim: withdraw to a wallet of your
        own first, and deposit from there.
      </p>
      {isPending && <WalletSkeleton />}
      {wallets?.length === 0 && (
        <p className="box-content min-h-tap content-center py-2.5 text-15">No wallet is linked yet.</p>
      )}
      {wallets !== undefined && wallets.length > 0 && (
        <ul aria-label="Wallets" className="grid">
          {wallets.map(({ address }) => (
            <li key={address} className="list-line">
              <AskingLine
                action="Unlink"
                icon={<Unlink className="size-4" aria-hidden="true" />}
                name={`Unlink ${address}`}
                consequence="What it sends from then on waits until you claim it."
                isPending={unlink.isPending}
                onConfirm={() => startUnlink(address)}
              >
                <Link2 className="size-4 shrink-0 text-muted" aria-hidden="true" />
                <ShortAddress address={address} className="flex-1 text-15" />
              </AskingLine>
            </li>
          ))}
        </ul>
      )}
      <div className="stack gap-2 sm:flex sm:flex-wrap">
        {PROOFS.map(({ purpose, label }) => {
          const isCurrent = proof.purpose === purpose;
          return (
            <ProofButton
              key={purpose}
              onClick={() => startProof(purpose)}
              aria-expanded={isCurrent && isChoosing}
              isPending={isCurrent && proof.isPending}
              waiting={WAITING_FOR_WALLET}
            >
              {label}
            </ProofButton>
          );
        })}
      </div>
      {isChoosing && (
        <WalletList
          wallets={proof.choices}
          onChoose={(wallet) => startProof(proof.purpose ?? 'link', wallet)}
        />
      )}
      <FormError error={error} textOf={messageOf} />
      <Status className="text-15 text-positive">
        {proof.linked && (
          <>
            <ShortAddress address={proof.linked.address} /> is linked.
          </>
        )}
        {proof.claimed &&
          `${formatLike(readNano(proof.claimed.amountNano))} LIKE ${proof.claimed.tokensNano === null ? 'will be in your balance shortly' : 'is in your balance'}.`}
      </Status>
    </section>
  );
}

/** As high as one wallet, and as the sentence that there is none. */
function WalletSkeleton() {
  return (
    <div aria-hidden="true" className="flex animate-shimmer items-center justify-between py-2.5">
      <Bone className="h-4 w-2/5" />
      <Bone round className="h-tap w-26" />
    </div>
  );
}
