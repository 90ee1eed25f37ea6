/** Classes of Base UI's tabs side by side on a track. */
export const TAB_LIST = 'flex flex-wrap gap-1 rounded-3xl bg-track p-1';
export const TAB =
  'min-h-tap flex-1 rounded-full text-15 text-muted transition-colors hover:text-fg ' +
  'data-active:bg-thumb data-active:font-medium data-active:text-fg';
