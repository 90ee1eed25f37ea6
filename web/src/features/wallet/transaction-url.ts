import { useQuery } from '@tanstack/react-query';
import { fetchPageSettings } from '../../shared/config/page-settings';
import { SITE } from '../../shared/config/site';

/**
 * Returns the public address of a transaction. For a laptop's own chain it is the same site, with
 * the address of that chain.
 */
export function useTransactionUrl(tx: string): string {
  const { data: settings } = useQuery({
    queryKey: ['page-settings'],
    queryFn: fetchPageSettings,
    staleTime: Infinity,
  });
  const url = new URL(encodeURIComponent(tx), SITE.transactionsUrl);
  if (settings?.devWallet) {
    url.searchParams.set('cluster', 'custom');
    url.searchParams.set('customUrl', settings.devWallet.rpcUrl);
  }
  return url.href;
}
