import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';

interface WidgetFrameProps {
  /** Price of LIKE as text; null when the screen shows it already. */
  price: string | null;
  /** The last shared amount, beside the heading. */
  shared?: ReactNode;
  children?: ReactNode;
}

/**
 * The widget without its data. It has the same height as with them, so that nothing moves when they arrive.
 */
export function WidgetFrame({ price, shared, children }: WidgetFrameProps) {
  return (
    <section aria-label="Price and holders’ share" className="px-1">
      {price !== null && (
        <dl className="flex items-baseline justify-between gap-2 border-b border-line pb-2.5">
          <dt className="text-13 font-medium text-muted">LIKE price in USD</dt>
          <dd className="amount text-15 font-medium">{price}</dd>
        </dl>
      )}
      <div className="flex h-8 items-end justify-between gap-2">
        <h2 className="text-13 font-medium text-muted">Last share of the holders</h2>
        {shared}
      </div>
      <p className="mt-1 h-15 text-13 text-muted">
        {children}{' '}
        <Link
          to={`${paths.whitePaper}#holders`}
          className="whitespace-nowrap underline underline-offset-2 hover:text-fg"
        >
          How it is shared
        </Link>
      </p>
    </section>
  );
}
