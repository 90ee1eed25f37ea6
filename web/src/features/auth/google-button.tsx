import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { GoogleMark } from '../../shared/ui/google-mark';
import { Spinner } from '../../shared/ui/spinner';
import { useGoogle } from './auth.api';
import { popupErrorText } from '../../shared/session/popup';

/** Signs in, or up, in a pop-up window of Google. */
export function GoogleButton({ onDone }: { onDone: () => void }) {
  const google = useGoogle(onDone);
  return (
    <div className="stack gap-2">
      <FormError error={google.error} textOf={popupErrorText} />
      <Button onClick={() => google.start()} aria-disabled={google.isPending}>
        {google.isPending ? <Spinner className="size-4" /> : <GoogleMark />}
        Continue with Google
      </Button>
    </div>
  );
}
