import { useForm } from 'react-hook-form';
import { newPassword, PASSWORD_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { GoogleButton } from '../../shared/ui/google-button';
import { Loaded } from '../../shared/ui/loaded';
import { OwnUsername } from '../../shared/ui/password-fields';
import { Section } from '../../shared/ui/section';
import { WalletButton } from '../../shared/ui/wallet-button';
import { GOOGLE_PROOF_URL } from './google-proof';
import { MethodLine } from './method-line';
import { useAddMethod, useAddPassword, useSignInMethods } from './methods.api';

/** The ways to sign in: a second one lets the member in when one is lost. */
export function MethodsSection() {
  const methods = useSignInMethods();
  const { addGoogle, addWallet } = useAddMethod();
  const hasPassword = methods.data?.some(({ provider }) => provider === 'password') ?? true;
  return (
    <Section
      title="Ways to log in"
      about="With a second way you can still log in when you lose the first. Remove what is no longer yours: all other devices are logged out then."
    >
      <Loaded query={methods}>
        {(items) => (
          <ul aria-label="Ways to log in" className="grid">
            {items.map((method) => (
              <MethodLine key={method.id} method={method} isOnly={items.length === 1} />
            ))}
          </ul>
        )}
      </Loaded>
      {!hasPassword && <AddPasswordForm />}
      <div className="stack gap-2 sm:grid-cols-2 sm:items-end">
        <GoogleButton url={GOOGLE_PROOF_URL} work={addGoogle}>
          Add Google
        </GoogleButton>
        <WalletButton work={addWallet}>Add a wallet</WalletButton>
      </div>
    </Section>
  );
}

/** Adds a password for a member who registered without one. */
function AddPasswordForm() {
  const add = useAddPassword();
  const { register, handleSubmit, formState } = useForm<{ newPass: string }>();
  const submit = handleSubmit(({ newPass }) => add.mutate(newPass));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-3">
      <OwnUsername />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={formState.errors.newPass?.message}
        {...register('newPass', newPassword)}
      />
      <FormError error={add.error} />
      <SubmitButton
        look="quiet"
        working={add.isPending}
        workingLabel="Saving..."
        className="justify-self-start"
      >
        Add a password
      </SubmitButton>
    </form>
  );
}
