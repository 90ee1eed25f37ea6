/** What is known of a tip to which no response came. */
export function StillAsking() {
  return (
    <p role="status" className="rounded-[10px] bg-raised p-3 text-15">
      No answer yet. Likewell asks whether your tip was sent until it knows. It counts once, and you can close
      this: you will be told.
    </p>
  );
}
