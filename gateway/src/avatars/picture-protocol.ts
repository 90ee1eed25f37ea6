/** The child's response to a photo: a finished picture, or the reason why there is none. */
export type PictureResponse =
  | { readonly image: Uint8Array; readonly rejection?: never }
  | { readonly rejection: 'unusable' | 'too-many-pixels'; readonly image?: never };

/** Exit code of a child whose photo takes more memory than is allowed. */
export const MEMORY_EXIT_CODE = 70;
