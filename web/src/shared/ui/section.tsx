import { type ReactNode, useId } from 'react';
import { useKeptFocus } from '../hooks/use-kept-focus';
import { Bone } from './skeleton';

interface SectionProps {
  title: string;
  /** A sentence that describes the section. */
  about?: ReactNode;
  children: ReactNode;
}

/** A part of a tab, with its own heading, which gets the focus when the element that had it goes. */
export function Section({ title, about, children }: SectionProps) {
  const id = useId();
  const { part, heading } = useKeptFocus();
  return (
    <section
      ref={part}
      aria-labelledby={id}
      className="stack gap-3 border-t border-line pt-5 first:border-0 first:pt-0"
    >
      <h2 ref={heading} tabIndex={-1} id={id} className="text-17 font-title">
        {title}
      </h2>
      {about && <p className="text-15 text-muted">{about}</p>}
      {children}
    </section>
  );
}

/** Placeholder of sections that are loading. */
export function SectionSkeleton() {
  return (
    <div aria-hidden="true" className="grid animate-shimmer gap-3">
      <Bone className="h-5 w-2/5" />
      <Bone className="h-4 w-4/5" />
      <Bone className="h-10 w-full" />
    </div>
  );
}
