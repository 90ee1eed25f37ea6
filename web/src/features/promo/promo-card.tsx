import { useLocation } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useIsDesktop } from '../../shared/hooks/use-is-desktop';
import { useIsSignedIn } from '../../shared/session/session-store';
import { Button, ButtonLink } from '../../shared/ui/button';
import { Ripple } from '../../shared/ui/ripple';

/** The invitation in the sidebar, and after the second post on a phone (spec, section 2). */
export function PromoCard() {
  const isSignedIn = useIsSignedIn();
  const { pathname } = useLocation();
  // Those screens have a filled button of their own: the one that posts, or that follows.
  const hasOwn = pathname === paths.create || pathname.startsWith(paths.member(''));
  const look = hasOwn ? 'outline' : 'primary';
  return (
    <section aria-label="About Likewell" className="card relative overflow-hidden p-4 print:hidden">
      <Ripple className="pointer-events-none absolute -right-14 -bottom-16 size-48 text-accent opacity-30" />
      <div className="relative grid justify-items-start gap-1">
        <p className="text-13 font-medium text-muted">Crypto Social Network</p>
        <p className="max-w-[16rem] text-17 font-title leading-title">
          {isSignedIn ? 'Write Posts and Earn Tokens!' : 'Get 100 LIKE tokens when you sign up!'}
        </p>
        {isSignedIn ? (
          <ButtonLink look={look} className="mt-2" to={paths.create}>
            Create
          </ButtonLink>
        ) : (
          <Button look={look} className="mt-2" onClick={() => openDialog({ kind: 'auth', tab: 'signup' })}>
            Sign Up
          </Button>
        )}
      </div>
    </section>
  );
}

/** The same on screens without a sidebar. */
export const PhonePromo = () => !useIsDesktop() && <PromoCard />;
