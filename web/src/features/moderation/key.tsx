interface KeyProps {
  children: string;
  /** True on a button of the accent color. */
  onAccent?: boolean;
  className?: string;
}

/** A key of the keyboard, as it is printed on it. */
export function Key({ children, onAccent = false, className = '' }: KeyProps) {
  const look = onAccent ? 'border-on-accent/35 text-on-accent' : 'border-line bg-raised text-fg';
  return (
    <kbd
      className={`inline-grid h-5 min-w-5 place-items-center rounded-[5px] border px-1 font-sans text-[0.75rem] leading-none font-medium ${look} ${className}`}
    >
      {children}
    </kbd>
  );
}
