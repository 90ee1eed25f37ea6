import { Dialog } from '@base-ui/react/dialog';
import { useForm } from 'react-hook-form';
import type { DialogProps } from '../../shared/dialogs/dialog-store';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { GoogleButton } from '../../shared/ui/google-button';
import { Modal } from '../../shared/ui/modal';
import { PasskeyButton } from '../../shared/ui/passkey-button';
import { OwnUsername } from '../../shared/ui/password-fields';
import { WalletButton } from '../../shared/ui/wallet-button';
import { confirmByGoogle, confirmByPasskey, confirmByWallet, useConfirmByPassword } from './confirm.api';
import { GOOGLE_PROOF_URL } from './google-proof';

/**
 * Asks the member to confirm their identity, in any of the ways that they have;
 * closes when they have done so.
 */
export function ConfirmDialog({ ways, onConfirmed, opener, onClosed }: DialogProps<'confirm'>) {
  return (
    <Modal title="Confirm that it is you" opener={opener} onClosed={onClosed}>
      {(close) => {
        const onDone = () => {
          onConfirmed();
          close();
        };
        return (
          <div className="stack gap-4">
            <Dialog.Description className="text-15 text-muted">
              This changes how your account or your LIKE is protected. You will not be asked again for ten
              minutes.
            </Dialog.Description>
            {ways.includes('passkey') && (
              <PasskeyButton work={confirmByPasskey} onDone={onDone}>
                Confirm with a passkey
              </PasskeyButton>
            )}
            {ways.includes('password') && <ConfirmPasswordForm onDone={onDone} />}
            {ways.includes('google') && (
              <GoogleButton url={GOOGLE_PROOF_URL} work={confirmByGoogle} onDone={onDone}>
                Confirm with Google
              </GoogleButton>
            )}
            {ways.includes('wallet') && (
              <WalletButton work={confirmByWallet} onDone={onDone}>
                Confirm with a wallet
              </WalletButton>
            )}
          </div>
        );
      }}
    </Modal>
  );
}

/** Confirms the member's identity with the password. */
function ConfirmPasswordForm({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmByPassword();
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const submit = handleSubmit(({ password }) => confirm.mutate(password, { onSuccess: onDone }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <OwnUsername />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        data-first-focus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <FormError error={confirm.error} />
      <SubmitButton working={confirm.isPending} workingLabel="Confirming...">
        Confirm
      </SubmitButton>
    </form>
  );
}
