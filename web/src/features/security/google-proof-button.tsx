import { googleProof } from '@likewell/contracts/gateway/auth';
import { useMutation } from '@tanstack/react-query';
import { buildUrl } from '../../shared/api/build-url';
import { openPopup, popupErrorText, proofFrom } from '../../shared/session/popup';
import { requireMember } from '../../shared/session/require-member';
import { useUser } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { GoogleMark } from '../../shared/ui/google-mark';
import { Spinner } from '../../shared/ui/spinner';

interface GoogleProofButtonProps {
  /** Called with the proof of the Google account. @throws Error with the message to show */
  work: (proof: string) => Promise<void>;
  onDone: () => void;
  children: string;
}

/** Lets a person prove in a pop-up window that a Google account is theirs. */
export function GoogleProofButton({ work, onDone, children }: GoogleProofButtonProps) {
  const memberId = useUser()?.id;
  const prove = useMutation({
    mutationFn: async (popup: Window | null) => {
      const proof = await proofFrom(popup);
      requireMember(memberId);
      await work(proof);
    },
  });
  /**
   * Runs in a click handler, since browsers open windows only then. A second press shows the
   * window that is already open.
   */
  const start = () => {
    if (prove.isPending) prove.variables?.focus();
    else prove.mutate(openPopup(buildUrl(googleProof, {})), { onSuccess: onDone });
  };
  return (
    <div className="stack gap-2">
      <FormError error={prove.error} textOf={popupErrorText} />
      <Button onClick={start} aria-disabled={prove.isPending}>
        {prove.isPending ? <Spinner className="size-4" /> : <GoogleMark />}
        {children}
      </Button>
    </div>
  );
}
