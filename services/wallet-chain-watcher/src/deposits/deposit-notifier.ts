import { Injectable } from '@nestjs/common';

/** Tells those who settle deposits in this replica that there is work; others find it a little later by themselves. */
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
