/** The sentence that says why a form could not be sent. */
export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className="text-15 text-negative">
      {children}
    </p>
  );
}
