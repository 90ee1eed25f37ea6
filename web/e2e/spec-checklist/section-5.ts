import { rowsOf } from './row.ts';

/** Section 5: validation rules. */
export const SECTION_5 = [
  ...rowsOf(5, {
    'sign-up-required': 'Username, email, password and repeat password are required',
    'passwords-match': "Else 'Passwords don't match'",
    'login-required': 'Username-or-email and password are required',
    'tip-range': "0.000001 to the balance, else 'Invalid amount'",
    'tip-decimals': 'At most 6 decimal places, step 0.000001, default 1',
    'tip-buttons': 'Plus and minus by 1, clamped, floored to 6 decimals',
    'tip-balance': 'The balance is displayed floored to 6 decimals',
    'post-text': "Title and body non-empty after trimming, else 'Both title and body are required.'",
    'deposit-amount': "A positive number, else 'Invalid amount'",
    'deposit-wallet': 'A wallet extension must be present, else an alert',
    'six-decimals': 'Token amounts are in 6 decimals',
    'token-display': 'Compact from 1000, else two decimals without .00',
    price: '2 decimals, more significant digits for very small prices',

    'new-passwords': "Else 'Passwords do not match'",
    avatar: "png or jpeg, at most 1 MB, else 'Error: photo must be under 1 MB'",
    username: 'The trimmed value must be non-empty',
    'giveaway-empty': 'Does nothing if the input is empty',
  }),
  ...rowsOf(5, { 'draft-prompt': 'An empty prompt is ignored' }),
];
