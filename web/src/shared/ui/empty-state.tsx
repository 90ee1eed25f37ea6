import type { ReactNode } from 'react';
import { Ripple } from './ripple';

interface EmptyStateProps {
  title: string;
  /** `h1` where it is all that a screen has. */
  heading?: 'h1' | 'h2';
  text?: string;
  action?: ReactNode;
}

/** The content of an empty list. */
export function EmptyState({ title, heading: Heading = 'h2', text, action }: EmptyStateProps) {
  return (
    <section className="card flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Ripple className="mb-2 size-20 text-accent opacity-60" />
      <Heading className="text-17 font-title">{title}</Heading>
      {text && <p className="text-15 text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </section>
  );
}
