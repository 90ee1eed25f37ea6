/** What one of so many processes may have of what all of them together may have; at least one where they may have any. */
export function shareOf(all: number, processes: number): number {
  return all === 0 ? 0 : Math.max(1, Math.floor(all / processes));
}
