/**
 * Settings that depend on the deployment (nginx, `/settings.json`); a deployment without any returns `{}`.
 */
interface PageSettings {
  /** Address of a laptop's own Solana: with it the page offers a wallet with play money. */
  devWallet?: { rpcUrl: string };
}

const DEADLINE_MS = 3000;

/** Reads the settings; an invalid response counts as no settings. */
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
