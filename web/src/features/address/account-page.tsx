import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { useKeptFocus } from '../../shared/hooks/use-kept-focus';

/** A page that a mail links to: one action, and its result, which takes its place. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  const { part, heading } = useKeptFocus();
  return (
    <section ref={part} className="card stack mx-auto max-w-xl gap-4 p-4 sm:p-6">
      <h1 ref={heading} tabIndex={-1} className="text-28 font-title leading-title wrap-anywhere">
        {title}
      </h1>
      {children}
    </section>
  );
}
