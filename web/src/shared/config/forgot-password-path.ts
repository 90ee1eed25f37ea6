/** Where a new password is asked for; apart from the map of paths, which every first load has. */
export const FORGOT_PASSWORD_PATH = '/account/forgot-password';
