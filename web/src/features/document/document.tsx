import './document.css';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { useMediaQuery } from '../../shared/hooks/use-media-query';

interface SectionProps {
  /** Anchor of its heading; it never changes, since people link to it. */
  id: string;
  title: string;
  children: ReactNode;
}

interface DocumentProps {
  title: string;
  /** A summary in one or two sentences. */
  lead: string;
  /** Date of the last change, as `2026-11-21`. */
  updated: string;
  /** Its sections, of which the table of contents is made. */
  children: readonly ReactElement<SectionProps>[];
}

const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A document to read and to print: a table of contents, then sections that can be linked to. */
export function Document({ title, lead, updated, children }: DocumentProps) {
  useDocumentTitle(title);
  useAnchorOfAddress();
  return (
    <article className="document">
      <header>
        <h1>{title}</h1>
        <p className="document-lead">{lead}</p>
        <p className="document-date">
          Last changed on <time dateTime={updated}>{longDate.format(new Date(updated))}</time>
        </p>
      </header>
      <Contents sections={children} />
      {children}
      <ReadOn current={title} />
    </article>
  );
}

/** A section of a {@link Document}, with a heading that can be linked to. */
export function DocumentSection({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title}
        <a href={`#${id}`} className="document-anchor" aria-label={`Link to: ${title}`}>
          #
        </a>
      </h2>
      {children}
    </section>
  );
}

/**
 * The table of contents, open when there is room for it; on a phone it is closed, and the text comes first.
 */
function Contents({ sections }: { sections: DocumentProps['children'] }) {
  const hasRoom = useMediaQuery('(min-width: 40em)');
  return (
    <nav aria-label="Contents" className="document-contents">
      <details open={hasRoom}>
        <summary>Contents</summary>
        <ol>
          {sections.map(({ props: { id, title } }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** The permanent documents, as each of them links to the others. */
const DOCUMENTS = [
  { to: paths.whitePaper, label: 'White paper' },
  { to: paths.privacyPolicy, label: 'Privacy policy' },
  { to: paths.termsOfService, label: 'Terms of Service' },
  { to: paths.howWeSelectWinners, label: 'How we select winners' },
];

function ReadOn({ current }: { current: string }) {
  return (
    <nav aria-label="Read on" className="document-read-on">
      {DOCUMENTS.filter(({ label }) => label !== current).map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls to the anchor in the address again: the browser looked for it before the text was rendered. */
function useAnchorOfAddress(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}
