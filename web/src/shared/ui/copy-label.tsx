/** The text of a button that copies. Only that it has copied is read out, and not that it is 'Copy' again. */
export const CopyLabel = ({ isCopied }: { isCopied: boolean }) => (
  <span>
    {!isCopied && 'Copy'}
    <span aria-live="polite">{isCopied && 'Copied!'}</span>
  </span>
);
