import { Injectable } from '@nestjs/common';

/** Notifies the workers of this replica that there are deposits to settle; other replicas find them a little later. */
@Injectable()
export class DepositNotifier {
  private readonly listeners: (() => void)[] = [];

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  onNotify(listener: () => void): void {
    this.listeners.push(listener);
  }
}
