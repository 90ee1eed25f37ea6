/** What the child answers to a photo: a finished picture, or why there is none. */
export type PictureResponse =
  | { readonly image: Uint8Array; readonly rejection?: never }
  | { readonly rejection: 'unusable' | 'too-many-pixels'; readonly image?: never };

/** The child ends itself with this code when a photo takes more memory than it may. */
export const MEMORY_EXIT_CODE = 70;
