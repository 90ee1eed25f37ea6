/** Repeats an audit that another one, also the service's own look whether one is due, keeps from running. */
export async function untilDone<Done>(audit: () => Promise<Done | null>): Promise<Done> {
  for (;;) {
    const done = await audit();
    if (done) return done;
  }
}
