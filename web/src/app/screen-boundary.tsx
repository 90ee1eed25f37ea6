import { Component, type ReactNode } from 'react';
import { Button } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';

/** Catches what a screen throws, so that a fault in one never leaves a blank page. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        title="This page could not be shown"
        text="Something went wrong on the way. Loading it again usually helps."
        action={<Button onClick={() => location.reload()}>Load again</Button>}
      />
    );
  }
}
