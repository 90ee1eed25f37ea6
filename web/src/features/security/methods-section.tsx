import { Section, SectionBones } from '../../shared/ui/section';
import { WalletButton } from '../../shared/ui/wallet-button';
import { AddPasswordForm } from './add-password-form';
import { GoogleProofButton } from './google-proof-button';
import { LoadError } from './load-error';
import { MethodLine } from './method-line';
import { addGoogle, addWallet, useMethodsChanged, useSignInMethods } from './methods.api';

/** What signs the member in: a further way is a way back in when one is lost. */
export function MethodsSection() {
  const methods = useSignInMethods();
  const onDone = useMethodsChanged();
  const hasPassword = methods.data?.some(({ provider }) => provider === 'password') ?? true;
  return (
    <Section
      title="Ways to log in"
      about="With a second way you can still log in when you lose the first. Remove what is no longer yours: all other devices are logged out then."
    >
      {methods.isPending && <SectionBones />}
      {methods.isError && <LoadError onRetry={() => void methods.refetch()} />}
      {methods.data && (
        <ul aria-label="Ways to log in" className="grid">
          {methods.data.map((method) => (
            <MethodLine key={method.id} method={method} isOnly={methods.data.length === 1} />
          ))}
        </ul>
      )}
      {!hasPassword && <AddPasswordForm />}
      <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-end">
        <GoogleProofButton work={addGoogle} onDone={onDone}>
          Add Google
        </GoogleProofButton>
        <WalletButton work={addWallet} onDone={onDone}>
          Add a wallet
        </WalletButton>
      </div>
    </Section>
  );
}
