import { googleProof } from '@likewell/contracts/gateway/auth';
import { useMutation } from '@tanstack/react-query';
import { buildUrl } from '../../shared/api/build-url';
import { openPopup, popupErrorText, proofFrom } from '../../shared/session/popup';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { GoogleMark } from '../../shared/ui/google-mark';
import { Spinner } from '../../shared/ui/spinner';

interface GoogleProofButtonProps {
  /** Called with what shows whose the account is. @throws Error with what to say */
  work: (proof: string) => Promise<void>;
  onDone: () => void;
  children: string;
}

/** Has somebody show in a pop-up window of Google's whose an account there is. */
export function GoogleProofButton({ work, onDone, children }: GoogleProofButtonProps) {
  const prove = useMutation({ mutationFn: async (popup: Window | null) => work(await proofFrom(popup)) });
  /** In a click, in which alone a browser opens windows; again, it shows the window that is open. */
  const start = () => {
    if (prove.isPending) prove.variables?.focus();
    else prove.mutate(openPopup(buildUrl(googleProof, {})), { onSuccess: onDone });
  };
  return (
    <div className="grid gap-2">
      <FormError>{prove.error ? popupErrorText(prove.error) : undefined}</FormError>
      <Button onClick={start} aria-disabled={prove.isPending}>
        {prove.isPending ? <Spinner className="size-4" /> : <GoogleMark />}
        {children}
      </Button>
    </div>
  );
}
