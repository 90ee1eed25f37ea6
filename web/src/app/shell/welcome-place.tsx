import { useState } from 'react';
import { useSession } from '../../shared/session/session-store';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

const Welcome = lazyComponent(() => import('../../features/welcome/welcome'), 'Welcome');

/** Welcomes a member who has signed in since the page was loaded; the code is fetched for them only. */
export function WelcomePlace() {
  const { token, user } = useSession();
  const [tokenAtStart] = useState(token);
  if (user === null || token === tokenAtStart) return null;
  return (
    <LazyPart>
      <Welcome key={user.id} user={user} />
    </LazyPart>
  );
}
