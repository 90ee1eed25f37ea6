import { type ComponentType, createElement, use } from 'react';
import { createStore, useStore } from '../store/store';
import { importPart } from './import-part';

type PropsOf<Exported> = Exported extends ComponentType<infer Props> ? Props : never;

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
type LazyComponent<Props> = ComponentType<Props> & { preload: () => Promise<void> };

const failed = new Set<() => void>();
const waitedFor = createStore(0);

/** Allows parts that could not be loaded to be loaded again when they are shown next. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Returns true while the code of a screen that is to be shown is loading. */
export const useIsScreenAwaited = (): boolean => useStore(waitedFor, (count) => count > 0);

/**
 * Returns the component of this name that a module exports: `lazyComponent(() => import('./x'), 'X')`. If
 * its code is already loaded, it is shown without a pause. Unlike with `React.lazy`, the code can be
 * loaded again after a failure.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  isScreen = false,
): LazyComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  const part = new Part<Props>(async () => (await importPart(load))[name] as ComponentType<Props>, isScreen);
  const Lazy = (props: Props & object) => {
    // Always the same component, though it may be loaded late.
    const component = use(part.wanted());
    return createElement(component as ComponentType<object>, props);
  };
  return Object.assign(Lazy as ComponentType<Props>, {
    preload: () =>
      part.fetched().then(
        () => undefined,
        () => undefined,
      ),
  });
}

/** A {@link lazyComponent} without a placeholder: while it is loading, a bar says so. */
export const lazyScreen = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyComponent(load, name, true);

class Part<Props> {
  private isLoaded = false;
  private promise: Promise<ComponentType<Props>> | undefined;
  private isAwaited = false;

  constructor(
    private readonly load: () => Promise<ComponentType<Props>>,
    private readonly isScreen: boolean,
  ) {}

  fetched(): Promise<ComponentType<Props>> {
    if (this.promise) return this.promise;
    const promise = this.load().then(
      (component) => {
        this.isLoaded = true;
        // React reads these two of a promise, and then needs no pause to know its value.
        void Object.assign(promise, { status: 'fulfilled', value: component });
        return component;
      },
      (error: unknown) => {
        failed.add(() => (this.promise = undefined));
        throw error;
      },
    );
    this.promise = promise;
    return promise;
  }

  /** Called during rendering, when no store may change. */
  wanted(): Promise<ComponentType<Props>> {
    const promise = this.fetched();
    if (this.isScreen && !this.isLoaded && !this.isAwaited) {
      this.isAwaited = true;
      queueMicrotask(() => waitedFor.set(waitedFor.get() + 1));
      const settle = () => {
        this.isAwaited = false;
        waitedFor.set(waitedFor.get() - 1);
      };
      promise.then(settle, settle);
    }
    return promise;
  }
}
