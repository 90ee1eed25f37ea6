import { paths } from '../shared/config/paths';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { ButtonLink } from '../shared/ui/button';
import { Ripple } from '../shared/ui/ripple';

/** The screen for unknown addresses (spec, section 2). */
export function NotFoundScreen() {
  useDocumentTitle('404', 'Page Not Found');
  return (
    <section className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <div className="relative grid size-72 max-w-full place-content-center gap-2">
        <Ripple hollow className="absolute inset-0 size-full text-accent opacity-40" />
        <h1 className="relative text-[4rem] leading-none font-title tracking-[-0.03em]">404</h1>
        <p className="relative text-17 text-muted">Page not found</p>
      </div>
      <ButtonLink look="primary" className="mt-4" to={paths.best}>
        Go to Home
      </ButtonLink>
    </section>
  );
}
