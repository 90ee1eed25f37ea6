/** Path of the form to request a new password; not in the map of paths, which is part of every first load. */
export const FORGOT_PASSWORD_PATH = '/account/forgot-password';
