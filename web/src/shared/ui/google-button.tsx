import { useMutation } from '@tanstack/react-query';
import { openPopup, popupErrorText } from '../session/popup';
import { FormError } from './form-error';
import { GoogleMark } from './google-mark';
import { ProofButton } from './proof-button';

interface GoogleButtonProps {
  /** Address of the pop-up window. */
  url: string;
  /**
   * Called with the window; null when the browser does not allow one.
   * @throws Error with the message to show, or one of the popup errors (spec, section 8)
   */
  work: (popup: Window | null) => Promise<void>;
  onDone?: () => void;
  children: string;
}

/** Runs an action with a Google account, which a person shows in a pop-up window of Google. */
export function GoogleButton({ url, work, onDone, children }: GoogleButtonProps) {
  const { error, isPending, variables, mutate } = useMutation({ mutationFn: work, onSuccess: onDone });
  // In the click handler, since browsers open windows only then. A second press shows the open window.
  const press = () => {
    if (isPending) variables?.focus();
    else mutate(openPopup(url));
  };
  return (
    <div className="stack gap-2">
      <FormError error={error} textOf={popupErrorText} />
      <ProofButton
        onClick={press}
        aria-disabled={isPending}
        isPending={isPending}
        waiting="Waiting for Google"
        icon={<GoogleMark />}
      >
        {children}
      </ProofButton>
    </div>
  );
}
