import type { ComponentProps } from 'react';

/**
 * A region whose content is read out when it appears or changes. It is always rendered, beside what comes and goes:
 * screen readers pass over content that comes together with its region, and a region without any takes no place but
 * is never `display: none`. A modal hides from them all that is outside of it but what has `aria-live`, with its
 * buttons: that is for what is to be heard over a dialog.
 */
export function Status({ className = '', ...region }: ComponentProps<'div'>) {
  return <div role="status" className={`${className} empty:sr-only`} {...region} />;
}
