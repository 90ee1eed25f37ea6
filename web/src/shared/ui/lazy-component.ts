import { type ComponentType, lazy } from 'react';

/** A component that is fetched when it is first shown: `lazyComponent(async () => (await import('./x')).X)`. */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
