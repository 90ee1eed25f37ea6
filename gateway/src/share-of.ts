/** Share of one of `processes` processes in a total of `all`; at least one unless the total is zero. */
export function shareOf(all: number, processes: number): number {
  return all === 0 ? 0 : Math.max(1, Math.floor(all / processes));
}
