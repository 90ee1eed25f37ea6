import { PriceChart } from '../features/price/price-chart';
import { History } from '../features/wallet/history';
import { LinkedWallets } from '../features/wallet/linked-wallets';
import { WalletCard } from '../features/wallet/wallet-card';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useUser } from '../shared/session/session-store';
import { LoginNeeded } from './parts/login-needed';

/** The screen /wallet: the balance and its history. */
export function WalletScreen() {
  useDocumentTitle('Wallet');
  const user = useUser();
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title">Wallet</h1>
      {user ? (
        <div key={user.id} className="stack gap-3">
          <WalletCard user={user} />
          <PriceChart />
          <History />
          <LinkedWallets />
        </div>
      ) : (
        <LoginNeeded />
      )}
    </>
  );
}
