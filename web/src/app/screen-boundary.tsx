import { Component, type ReactNode, startTransition } from 'react';
import { Button } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { forgetFailedParts } from '../shared/ui/lazy-component';

interface State {
  hasFailed: boolean;
  retries: number;
}

/** Catches errors of a screen, so that a defect in one never leaves a blank page. */
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

  /**
   * Renders the screen again at the first attempt. A page older than the last release has to be reloaded,
   * which only the person decides.
   */
  private readonly retry = () => {
    if (this.state.retries > 0 && navigator.onLine) location.reload();
    forgetFailedParts();
    startTransition(() => this.setState(({ retries }) => ({ hasFailed: false, retries: retries + 1 })));
  };
}
