import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { confirm } from '@likewell/contracts/gateway/sessions';
import { passkeyConfirmOptions } from '@likewell/contracts/gateway/keys';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { proveWallet } from '../../shared/chain/prove-wallet';
import { showPasskey } from '../../shared/passkeys/passkey';
import type { SolanaWallet } from '../../shared/chain/wallets';

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 25_000;

/** Shows the server that it is the member. */
const confirmBy = (body: RouteRequest<typeof confirm, 'body'>) =>
  call(confirm, { body, deadlineMs: HASHING_DEADLINE_MS });

export function useConfirmByPassword() {
  return useMutation({ mutationFn: (password: string) => confirmBy({ way: 'password', password }) });
}

export async function confirmByWallet(wallet: SolanaWallet): Promise<void> {
  await confirmBy({ way: 'wallet', ...(await proveWallet(wallet)) });
}

export async function confirmByGoogle(proof: string): Promise<void> {
  await confirmBy({ way: 'google', proof });
}

export async function confirmByPasskey(): Promise<void> {
  const { options } = await call(passkeyConfirmOptions, {});
  await confirmBy({ way: 'passkey', response: (await showPasskey(options)) as never });
}
