import { rowsOf } from './row.ts';

/** Section 8: the error catalogue. */
export const SECTION_8 = [
  ...rowsOf(8, {
    'auth-message': 'The modal shows the message of the error',
    'auth-error': "or 'Error' if empty",
    'token-check': 'A failed startup token check silently logs out',
    'passwords-match': "'Passwords don't match' on sign-up",
    'invalid-amount': "'Invalid amount'",
    'tip-error': "The server error text, or 'Error'",
    'update-likes': "'Failed to update likes' when the re-fetch fails",
    'both-required': "'Both title and body are required.'",
    'create-failed': "The server error, or 'Failed to create post'",
    'update-failed': "The server error, or 'Failed to update post'",
    'edit-not-found': "The edit page shows 'Post not found' if the fetch fails",
    'post-not-found': "The single post page shows 'Post not found'",
    'delete-failed': "An alert with the server error or 'Failed to delete'",
    'wallet-invalid-amount': "Alert 'Invalid amount'",
    'wallet-not-found': "Alert 'Wallet not found'",
    'login-wallet-not-found': 'The wallet login reports that the wallet was not found',
    'deposit-error': "Any other failure alerts the error message or 'Error'",
    'deposit-rejected': 'A non-OK deposit response does nothing visible',
    'silent-feed': 'Feed failures are only logged, lists stop loading',
    'silent-history': 'History failures are only logged',
    'silent-price': 'Price failures are only logged',

    'popup-blocked': "'Enable pop-ups and try again.'",
    'popup-closed': "'You closed the pop-up before finishing sign in.'",
    'popup-timeout': "'Login timed out. Enable pop-ups and try again.'",
    'popup-failed': "'Authentication failed'",

    'silent-follow': 'Follow failures are only logged',

    'password-mismatch': "'Passwords do not match'",
    'wrong-password': "'Wrong current password' on any failed password change",
    'photo-size': "'Error: photo must be under 1 MB'",
    'photo-upload': "'Error uploading photo'",
    'username-failed': "'Username update failed' (or the server error)",
    'password-updated': "'Password updated. Please log in again.'",
    'photo-changed': "'Your photo was successfully changed'",
    'username-changed': "'Your username was successfully changed'",
    'silent-giveaway': 'Giveaway failures are only logged',
  }),
  ...rowsOf(8, { 'generate-failed': "The server error, or 'Failed to generate post'" }),
];
