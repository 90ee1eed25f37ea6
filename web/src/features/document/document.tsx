import './document.css';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { DOCUMENT_LINKS } from '../../shared/config/links';
import { SITE } from '../../shared/config/site';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { useMediaQuery } from '../../shared/hooks/use-media-query';

export interface DocumentSection {
  /** The anchor of its heading; it stays the same for ever, since people link to it. */
  id: string;
  title: string;
  body: ReactNode;
}

interface DocumentProps {
  title: string;
  /** The whole in one or two sentences. */
  lead: string;
  /** The day of the last change, as `2026-11-21`. */
  updated: string;
  sections: readonly DocumentSection[];
}

const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A text to read in peace and to print: a list of contents, then sections that can be linked to. */
export function Document({ title, lead, updated, sections }: DocumentProps) {
  useDocumentTitle(`${title} – ${SITE.name}`);
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
      <Contents sections={sections} />
      {sections.map(({ id, title: heading, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>
            {heading}
            <a href={`#${id}`} className="document-anchor" aria-label={`Link to: ${heading}`}>
              #
            </a>
          </h2>
          {body}
        </section>
      ))}
      <ReadOn current={title} />
    </article>
  );
}

/** Open where there is room for it; on a phone the text comes first. */
function Contents({ sections }: Pick<DocumentProps, 'sections'>) {
  const hasRoom = useMediaQuery('(min-width: 640px)');
  return (
    <nav aria-label="Contents" className="document-contents">
      <details open={hasRoom}>
        <summary>Contents</summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function ReadOn({ current }: { current: string }) {
  return (
    <nav aria-label="Read on" className="document-read-on">
      {DOCUMENT_LINKS.filter(({ label }) => label !== current).map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The browser looked for the anchor before the text was there; so it is looked for again. */
function useAnchorOfAddress(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}
