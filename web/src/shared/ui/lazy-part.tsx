import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts } from './lazy-component';

interface LazyPartProps {
  children: ReactNode;
  /** Stands there until the part is. */
  waiting?: ReactNode;
  /** Stands there where the part cannot be shown, given the way to try once more; nothing where left out. */
  missing?: (retry: () => void) => ReactNode;
}

/** Around whatever is fetched when it is shown: it may be late or missing, and the rest of the page stands. */
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
