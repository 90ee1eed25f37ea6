import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';

interface WidgetFrameProps {
  /** What LIKE costs, as text. */
  price?: string;
  children?: ReactNode;
}

/** The widget without its facts, as high as with them, so that nothing moves when they arrive. */
export function WidgetFrame({ price, children }: WidgetFrameProps) {
  return (
    <section aria-label="Price and holders’ share" className="card flex h-52 flex-col p-4 pb-2">
      <dl className="mb-3 flex items-baseline justify-between gap-2 border-b border-line pb-3">
        <dt className="text-13 font-medium text-muted">LIKE price in USD</dt>
        <dd className="amount text-15 font-medium">{price ?? '\u00A0'}</dd>
      </dl>
      <h2 className="text-13 font-medium text-muted">Last share of the holders</h2>
      <div className="flex-1">{children}</div>
      <Link
        to={`${paths.whitePaper}#holders`}
        className="inline-flex min-h-10 items-center self-start text-13 text-muted underline underline-offset-2 hover:text-fg"
      >
        How it is shared
      </Link>
    </section>
  );
}
