import { CONTACT_EMAIL, SITE } from '../../shared/config/site';

const LINKS = [
  { href: SITE.channelUrl, label: 'Channel' },
  { href: SITE.microblogUrl, label: 'Microblog' },
  { href: SITE.giveawaysUrl, label: 'Giveaways' },
  { href: SITE.tokenUrl, label: 'Token' },
];

const LINK = 'inline-flex min-h-tap items-center hover:text-fg hover:underline hover:underline-offset-2';

export function Footer() {
  return (
    <footer className="border-t border-line print:hidden">
      <div className="container-page flex flex-wrap items-center justify-between gap-x-6 py-3 text-13 text-muted">
        <p className="min-h-tap content-center">© 2025 {SITE.name}</p>
        <nav aria-label="Elsewhere" className="flex flex-wrap gap-x-5">
          {LINKS.map(({ href, label }) => (
            <a key={href} href={href} target="_blank" rel="noopener" className={LINK}>
              {label}
            </a>
          ))}
          <a href={`mailto:${CONTACT_EMAIL}`} className={LINK}>
            Contact
          </a>
        </nav>
      </div>
    </footer>
  );
}
