import { paths } from '../../shared/config/paths';
import { ButtonLink } from '../../shared/ui/button';
import { Ripple } from '../../shared/ui/ripple';

/** The content of a post address without a post (spec, section 8). */
export function PostNotFound() {
  return (
    <section className="card flex flex-col items-center gap-4 px-4 py-16 text-center">
      <Ripple className="size-20 text-accent opacity-60" />
      <h1 className="text-21 font-title leading-title">Post not found</h1>
      <ButtonLink look="primary" to={paths.best}>
        Go to Home
      </ButtonLink>
    </section>
  );
}
