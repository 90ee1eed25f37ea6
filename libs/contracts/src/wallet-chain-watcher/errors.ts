import { defineErrors } from '../core/define-errors.js';

export const watcherErrors = defineErrors({
  invalid: {
    SIGNATURE_INVALID:
      'This is not the signature of a transaction on Solana. Copy it again from your wallet.',
    WALLET_INVALID: 'This is not the address of a wallet on Solana.',
  },
  'not-found': {
    DEPOSIT_NOT_FOUND:
      'Solana does not know this transaction yet. If you have sent it, it is credited as soon as it arrives.',
    WALLET_NOT_LINKED: 'This wallet is not linked to you.',
    NOTHING_TO_CLAIM: 'There is no unclaimed deposit that this wallet alone has sent.',
  },
  conflict: {
    DEPOSIT_FAILED:
      'This transaction failed on Solana, so nothing has left your wallet. Please send it again.',
    WALLET_OF_ANOTHER_MEMBER: 'This wallet is linked to another member. Unlink it there first.',
    TOO_MANY_WALLETS: 'You have linked 20 wallets already. Unlink one to link another.',
  },
  unprocessable: {
    NOTHING_RECEIVED: 'This transaction brought no LIKE to Likewell. Check the token and the receiver.',
  },
  forbidden: {
    DEPOSIT_OF_ANOTHER_MEMBER: 'This deposit belongs to another member.',
    DEPOSIT_UNCLAIMED:
      'Nothing in this deposit says that it is yours. Claim it with the wallet that sent it.',
    WALLET_PROOF_REFUSED:
      'The wallet did not sign this text, or the text has expired or was used before. Please start again.',
  },
});
