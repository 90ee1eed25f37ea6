import { type ComponentType, createElement, use } from 'react';
import { createStore, useStore } from '../store/store';
import { importPart } from './import-part';

type PropsOf<Exported> = Exported extends ComponentType<infer Props> ? Props : never;

/** A component whose code comes when it is first shown, or earlier by `preload`. */
type LazyComponent<Props> = ComponentType<Props> & { preload: () => Promise<void> };

const failed = new Set<() => void>();
const waitedFor = createStore(0);

/** Lets parts that could not be fetched be asked for again when they are shown next. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** True while the code of a screen that is to be shown is on its way. */
export const useIsScreenAwaited = (): boolean => useStore(waitedFor, (count) => count > 0);

/**
 * The component of this name that a module exports: `lazyComponent(() => import('./x'), 'X')`. Where its code is there it
 * is shown without a pause; unlike `React.lazy` it can be asked for again after a failure.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  isScreen = false,
): LazyComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  const part = new Part<Props>(async () => (await importPart(load))[name] as ComponentType<Props>, isScreen);
  const Lazy = (props: Props & object) => {
    // One component for good, which only comes late.
    const component = part.component ?? use(part.wanted());
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

/** A {@link lazyComponent} in whose place nothing can stand: while it is on its way a bar says so. */
export const lazyScreen = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyComponent(load, name, true);

class Part<Props> {
  component: ComponentType<Props> | undefined;
  private promise: Promise<ComponentType<Props>> | undefined;
  private isAwaited = false;

  constructor(
    private readonly load: () => Promise<ComponentType<Props>>,
    private readonly isScreen: boolean,
  ) {}

  fetched(): Promise<ComponentType<Props>> {
    this.promise ??= this.load().then(
      (component) => (this.component = component),
      (error: unknown) => {
        failed.add(() => (this.promise = undefined));
        throw error;
      },
    );
    return this.promise;
  }

  /** Asked for while rendering, in which no store may change. */
  wanted(): Promise<ComponentType<Props>> {
    const promise = this.fetched();
    if (this.isScreen && !this.isAwaited) {
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
