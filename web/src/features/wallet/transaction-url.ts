import { useQuery } from '@tanstack/react-query';
import { fetchPageSettings } from '../../shared/config/page-settings';
import { SITE } from '../../shared/config/site';

/** Where everybody can look a transaction up; of a laptop's own chain that is the same place, told where it listens. */
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
