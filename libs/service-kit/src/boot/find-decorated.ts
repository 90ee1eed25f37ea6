import { MetadataScanner, Reflector, type DiscoveryService } from '@nestjs/core';

/** A controller's method with the value that a decorator of ours left on it. */
export interface DecoratedMethod<Value, Method> {
  readonly controller: string;
  readonly value: Value;
  /** Bound to its controller. */
  readonly method: Method;
}

/** Finds every method among the service's controllers that carries metadata under `key`. */
export function findDecorated<Value, Method extends (...args: never[]) => unknown>(
  discovery: DiscoveryService,
  key: symbol,
): DecoratedMethod<Value, Method>[] {
  const scanner = new MetadataScanner();
  const reflector = new Reflector();
  return discovery.getControllers().flatMap((wrapper) => {
    const instance = wrapper.instance as Record<string, Method>;
    return scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const method = instance[name];
      const value = method && reflector.get<Value | undefined>(key, method);
      if (value === undefined || !method) return [];
      return [{ controller: String(wrapper.name), value, method: method.bind(instance) as Method }];
    });
  });
}
