interface BoneProps {
  className: string;
  /** For a face or a button. */
  round?: boolean;
}

/** A grey bar in place of a text that is loading. */
export function Bone({ className, round = false }: BoneProps) {
  return <div className={`bg-raised ${round ? 'rounded-full' : 'rounded-md'} ${className}`} />;
}
