import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts } from './lazy-component';

interface LazyPartProps {
  children: ReactNode;
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  /** Shown when the part cannot be loaded, with a function to try again; nothing if omitted. */
  missing?: (retry: () => void) => ReactNode;
}

/**
 * A boundary around a part that is loaded when it is shown: the part may be late or missing, and
 * the rest of the page stays.
 */
export class LazyPart extends Component<LazyPartProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryFailed);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryFailed);
  }

  override render() {
    const { children, waiting, missing } = this.props;
    if (this.state.hasFailed) return missing?.(this.retry) ?? null;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }

  private readonly retryFailed = () => {
    if (this.state.hasFailed) this.retry();
  };

  private readonly retry = () => {
    forgetFailedParts();
    this.setState({ hasFailed: false });
  };
}
