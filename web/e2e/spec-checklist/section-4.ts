import { rowsOf } from './row.ts';

/** Section 4: states and transitions. */
export const SECTION_4 = [
  ...rowsOf(4, {
    'signed-in': 'Login or registration saves token and user in memory and local storage',
    'signed-out': 'Logout clears both',
    'token-check': 'A failed token check at startup logs out',
    referral: 'The ref of the address is read on load and stored',
    theme: 'The theme toggles the dark class of the document root',
    'auth-modal': 'Two tabs; closes on success or on a click outside',
    'scroll-locked': 'Page scroll is locked while a modal is open',
    pending:
      "'Pending: Please wait while a moderator checks your post for compliance with the platform rules.'",
    rejected:
      "'Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.'",
    approved: 'An approved post shows no banner',
    'successful-like': 'The balance is reduced and likes_sum refreshed from the server',
    'feed-margin': 'The next page loads when a sentinel comes within 600 px of view',
    'feed-loading': 'Loading shows one skeleton card and a spinner',
    'feed-end': 'Loading stops when no nextCursor comes back',
    'history-pages': 'History: more pages while nextCursor is present; a load is skipped if one is running',

    'follow-toggles': 'Follow state per author toggles after a successful call',
    unfollowed: "Unfollowing on the Following feed removes that author's posts",
    'following-duplicates': 'On the Following feed duplicate ids are filtered out',

    'password-changed': 'Password change: a message, and the user is logged out',
    'profile-changed': 'Avatar or username change: an alert, then a page reload',

    'wallet-login': 'A wallet login saves token and user',
    'deposit-success': 'After a deposit the history reloads and the balance is updated',

    'popup-success': 'The popup succeeds when a message with token and user arrives',
    'popup-failure': 'It fails when blocked, closed, timed out, or with an error or no token',
    'popup-origin': "Messages count from the popup and the page's own origin only, with or without www",
    'giveaway-result': 'Giveaway check result: none, won or lost',
  }),
];
