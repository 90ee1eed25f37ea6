import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { confirm } from '@likewell/contracts/gateway/sessions';
import { passkeyConfirmOptions } from '@likewell/contracts/gateway/keys';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { proveWallet } from '../../shared/chain/prove-wallet';
import { showPasskey } from '../../shared/passkeys/passkey';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import type { CodeWay } from '../../shared/ui/second-factor-form';
import { proveGoogle } from './google-proof';

/** Confirms the member's identity to the server. */
const confirmBy = (body: RouteRequest<typeof confirm, 'body'>) =>
  explainUnanswered(call(confirm, { body, deadlineMs: HASHING_DEADLINE_MS }));

export function useConfirmByPassword() {
  return useSingleMutation({ mutationFn: (password: string) => confirmBy({ way: 'password', password }) });
}

export async function confirmByCode(way: CodeWay, typed: string): Promise<void> {
  await confirmBy(way === 'totp' ? { way, code: typed } : { way, recoveryCode: typed });
}

export async function confirmByWallet(wallet: SolanaWallet, check: () => void): Promise<void> {
  await confirmBy({ way: 'wallet', ...(await proveWallet(wallet, check)) });
}

export async function confirmByGoogle(popup: Window | null): Promise<void> {
  await confirmBy({ way: 'google', proof: await proveGoogle(popup) });
}

export async function confirmByPasskey(): Promise<void> {
  const { options } = await explainUnanswered(call(passkeyConfirmOptions, {}));
  await confirmBy({ way: 'passkey', response: await showPasskey(options) });
}
