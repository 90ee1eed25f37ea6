import { Component, type ReactNode, startTransition } from 'react';
import { Button } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { forgetFailedParts } from '../shared/ui/lazy-component';

interface State {
  hasFailed: boolean;
  retries: number;
}

/** Catches what a screen throws, so that a fault in one never leaves a blank page. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state = { hasFailed: false, retries: 0 };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        title="This page could not be shown"
        text="Something went wrong on the way. Loading it again usually helps."
        action={<Button onClick={this.retry}>Load again</Button>}
      />
    );
  }

  /** First the screen alone; a page older than the last release has to be loaded anew, which only a person decides. */
  private readonly retry = () => {
    if (this.state.retries > 0 && navigator.onLine) location.reload();
    forgetFailedParts();
    startTransition(() => this.setState(({ retries }) => ({ hasFailed: false, retries: retries + 1 })));
  };
}
