import type { Route, RouteResponse } from '@likewell/contracts/gateway/define-route';
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import './request-state.js';
import { ZodPipe, type Input, type UnreadRequest } from './zod.pipe.js';

const METHODS = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };

/** Contract that a controller's method serves; the guards and the pipe read it. */
export const SERVED = Reflector.createDecorator<Route>();

type Method<R extends Route> = (
  ...parameters: never[]
) => RouteResponse<R> | Promise<RouteResponse<R>> | Promise<void>;

type KeyOf<Value> = Value extends unknown ? keyof Value : never;
type Undeclared<M extends Method<R>, R extends Route> =
  Awaited<ReturnType<M>> extends object
    ? Exclude<KeyOf<Awaited<ReturnType<M>>>, KeyOf<RouteResponse<R>>>
    : never;
type Mistaken<M extends Method<R>, R extends Route> =
  Extract<Parameters<M>[number], Pick<Input, 'readUpload'>> extends infer Taken
    ? Taken extends unknown
      ? Input<R> extends Taken
        ? never
        : Taken
      : never
    : never;
/** Describes how a method deviates from its route's contract; undefined if it does not. */
type Deviation<M extends Method<R>, R extends Route> = [Undeclared<M, R>] extends [never]
  ? [Mistaken<M, R>] extends [never]
    ? undefined
    : { inputOfAnotherRoute: Mistaken<M, R> }
  : { notInTheResponse: Undeclared<M, R> };

/**
 * Makes a method serve a declared route. The method's types are checked against the contract: the input of
 * another route, or a key in the response that the contract does not declare, is an error that names it.
 */
export function Handle<R extends Route>(contract: R) {
  return applyDecorators(
    METHODS[contract.method as keyof typeof METHODS](contract.path),
    HttpCode(contract.status ?? 200),
    SERVED(contract),
    RouteConfig({ contract }),
  ) as <M extends Method<R>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<M>,
  ) => Deviation<M, R>;
}

const Unread = createParamDecorator((_: unknown, execution: ExecutionContext): UnreadRequest => {
  const contract = Reflect.getMetadata(SERVED.KEY, execution.getHandler()) as Route;
  return { contract, request: execution.switchToHttp().getRequest<FastifyRequest>() };
});

/** Injects the validated request. */
export const FromRequest = () => Unread(ZodPipe);
