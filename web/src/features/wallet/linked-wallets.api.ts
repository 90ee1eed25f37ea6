import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import {
  claimDeposits,
  linkWallet,
  unlinkWallet,
  walletLinks,
  walletProof,
} from '@likewell/contracts/gateway/wallet';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isPassing } from '../../shared/api/api-error';
import { call, callList } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { type Attempt, createAttempts } from '../../shared/chain/attempts';
import {
  connectWallet,
  pickWallet,
  type SignedText,
  signText,
  type SolanaWallet,
} from '../../shared/chain/wallets';
import { refreshUser } from '../../shared/session/refresh-user';
import { requireMember } from '../../shared/session/require-member';
import { getSession, updateUser } from '../../shared/session/session-store';
import { useMemberKey, useMemberQuery } from '../../shared/session/use-member-key';

export type ProofPurpose = 'link' | 'claim';

const LINKS_UNKNOWN = 'No answer came. Look at your linked wallets before you try again.';
const CLAIM_UNKNOWN = 'No answer came. Look at your balance before you claim again.';

/** Reads the member's linked wallets, oldest first. */
export const useLinkedWallets = () =>
  useMemberQuery('wallet-links', async ({ signal }) => (await callList(walletLinks, { signal })).items);

/** The outcome: a choice to make, a linked wallet, or claimed deposits. */
interface Outcome {
  choices?: readonly SolanaWallet[];
  linked?: RouteResponse<typeof linkWallet>;
  claimed?: RouteResponse<typeof claimDeposits>;
}

/** Shared by all screens: a second claim would find the deposits already claimed, and report an error. */
const beginProof = createAttempts();

interface Proof {
  memberId: number | undefined;
  purpose: ProofPurpose;
  wallet: SolanaWallet | null;
  attempt: Attempt;
}

/**
 * Links a wallet of this browser, or claims the deposits that it sent, once it has signed
 * the server's text for that.
 */
export function useWalletProof() {
  const client = useQueryClient();
  /** Reads again what a proof may have changed: the links, the deposits, and the balance. */
  const readAgain = (provedBy: number | undefined) => {
    void client.invalidateQueries({ queryKey: ['wallet-links', provedBy] });
    void client.invalidateQueries({ queryKey: ['wallet-history', provedBy] });
    refreshUser().catch(() => undefined);
  };
  const [choices, setChoices] = useState<readonly SolanaWallet[]>([]);
  const proof = useMutation({
    mutationFn: async ({ memberId: provedBy, purpose, wallet, attempt }: Proof): Promise<Outcome> => {
      const check = () => {
        attempt.check();
        requireMember(provedBy);
      };
      const pick = wallet ? { wallet } : await pickWallet();
      if ('choices' in pick) return { choices: pick.choices };
      const signed = await prove(purpose, pick.wallet, check);
      check();
      attempt.commit();
      return purpose === 'link'
        ? { linked: await explainUnanswered(call(linkWallet, { body: signed }), LINKS_UNKNOWN) }
        : { claimed: await explainUnanswered(call(claimDeposits, { body: signed }), CLAIM_UNKNOWN) };
    },
    onSettled: (_outcome, error, { memberId: provedBy, attempt }) => {
      attempt.end();
      if (isPassing(error)) readAgain(provedBy);
    },
    onSuccess: ({ choices: toChooseFrom = [], linked, claimed }, { memberId: provedBy }) => {
      setChoices(toChooseFrom);
      // Another member may have signed in while the server looked for deposits.
      const isStillTheirs = getSession().user?.id === provedBy;
      if (isStillTheirs && typeof claimed?.tokens === 'number' && typeof claimed.tokensNano === 'string')
        updateUser({ tokens: claimed.tokens, tokensNano: claimed.tokensNano });
      if (linked || claimed) readAgain(provedBy);
    },
  });
  return {
    choices,
    /** Purpose of the current proof, or of the last one. */
    purpose: proof.variables?.purpose ?? null,
    isPending: proof.isPending,
    error: proof.error,
    linked: proof.data?.linked,
    claimed: proof.data?.claimed,
    /** Forgets the last proof's outcome, and the choice that it left to make; a pending one goes on. */
    reset: () => {
      if (proof.isPending) return;
      setChoices([]);
      proof.reset();
    },
    /**
     * Starts again while the wallet has not signed yet; does nothing while the
     * signature is sent to the server.
     */
    start: (purpose: ProofPurpose, wallet: SolanaWallet | null = null) => {
      const attempt = beginProof();
      if (attempt) proof.mutate({ memberId: getSession().user?.id, purpose, wallet, attempt });
    },
  };
}

/** Unlinks a wallet. */
export function useUnlink() {
  const client = useQueryClient();
  const queryKey = useMemberKey('wallet-links');
  return useSingleMutation({
    mutationFn: (address: string) =>
      explainUnanswered(call(unlinkWallet, { params: { address } }), LINKS_UNKNOWN),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

async function prove(purpose: ProofPurpose, wallet: SolanaWallet, check: () => void): Promise<SignedText> {
  const account = await connectWallet(wallet);
  const message = await askForText(purpose, account.address, check);
  return signText(wallet, account, message);
}

let lastText: Promise<unknown> = Promise.resolve();

/**
 * Requests a text to sign. The server keeps only the last text for each purpose, so the requests of two
 * presses are made one after the other.
 */
async function askForText(purpose: ProofPurpose, address: string, check: () => void): Promise<string> {
  const text = lastText.then(() => {
    check();
    return explainUnanswered(call(walletProof, { body: { purpose, address } }));
  });
  lastText = text.catch(() => undefined);
  const { message } = await text;
  check();
  return message;
}
