import { paths } from '../../shared/config/paths';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';

/** The content of a post address without a post (spec, section 8). */
export function PostNotFound() {
  const home = (
    <ButtonLink look="primary" to={paths.best}>
      Go to Home
    </ButtonLink>
  );
  return <EmptyState heading="h1" title="Post not found" action={home} />;
}
