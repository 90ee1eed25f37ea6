import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';

/**
 * Says that registering, in whichever way, confirms the age and accepts the terms. So the
 * form has no field for that. The texts open beside it: going to them here would close it, and lose what was
 * typed.
 */
export function Terms({ by }: { by: string }) {
  return (
    <p className="text-13 text-muted">
      {by} you confirm that you are 13 or over and accept the{' '}
      <Link target="_blank" className="underline underline-offset-2 hover:text-fg" to={paths.termsOfService}>
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link target="_blank" className="underline underline-offset-2 hover:text-fg" to={paths.privacyPolicy}>
        Privacy policy
      </Link>
      .
    </p>
  );
}
