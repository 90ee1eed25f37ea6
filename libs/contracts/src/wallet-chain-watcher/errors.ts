import { defineErrors } from '../core/define-errors.js';

export const watcherErrors = defineErrors({
  SIGNATURE_INVALID: {
    kind: 'invalid',
    message: 'This is not the signature of a transaction on Solana. Copy it again from your wallet.',
  },
  DEPOSIT_NOT_FOUND: {
    kind: 'not-found',
    message:
      'Solana does not know this transaction yet. If you have sent it, it is credited as soon as it arrives.',
  },
  DEPOSIT_FAILED: {
    kind: 'conflict',
    message: 'This transaction failed on Solana, so nothing has left your wallet. Please send it again.',
  },
  NOTHING_RECEIVED: {
    kind: 'unprocessable',
    message: 'This transaction brought no LIKE to Likewell. Check the token and the receiver.',
  },
  DEPOSIT_OF_ANOTHER_MEMBER: {
    kind: 'forbidden',
    message: 'This deposit belongs to another member.',
  },
  DEPOSIT_UNCLAIMED: {
    kind: 'forbidden',
    message: 'Nothing in this deposit says that it is yours. Claim it with the wallet that sent it.',
  },
  WALLET_INVALID: { kind: 'invalid', message: 'This is not the address of a wallet on Solana.' },
  WALLET_PROOF_REFUSED: {
    kind: 'forbidden',
    message:
      'The wallet did not sign this text, or the text has run out or was used before. Please start again.',
  },
  WALLET_OF_ANOTHER_MEMBER: {
    kind: 'conflict',
    message: 'This wallet is linked to another member. Unlink it there first.',
  },
  WALLET_NOT_LINKED: { kind: 'not-found', message: 'This wallet is not linked to you.' },
  TOO_MANY_WALLETS: {
    kind: 'conflict',
    message: 'You have linked 20 wallets already. Unlink one to link another.',
  },
  NOTHING_TO_CLAIM: {
    kind: 'not-found',
    message: 'There is no unclaimed deposit that this wallet alone has sent.',
  },
});
