/** A pause that can be cut short. A wake-up during work counts for the next pause. */
export class WakeableTimer {
  private woken = false;
  private end: (() => void) | null = null;

  async sleep(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.end = null;
    this.woken = false;
  }

  wake(): void {
    this.woken = true;
    this.end?.();
  }
}
