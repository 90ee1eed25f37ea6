/** What the place where the page runs tells it (nginx, `/settings.json`); a place that has nothing to tell answers `{}`. */
interface PageSettings {
  /** Where a laptop's own Solana listens: there the page offers a wallet with play money. */
  devWallet?: { rpcUrl: string };
}

const DEADLINE_MS = 3000;

/** Asks for the settings; a response that is none counts as no settings. */
export async function fetchPageSettings(): Promise<PageSettings> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch('/settings.json', { credentials: 'omit', cache: 'no-store', signal });
    const settings = (await response.json()) as PageSettings | null;
    return settings ?? {};
  } catch {
    return {};
  }
}
