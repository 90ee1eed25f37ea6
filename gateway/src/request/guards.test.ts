import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD } from '@nestjs/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestModule } from './request.module.js';

interface Provider {
  readonly provide?: unknown;
  readonly useClass?: { readonly name: string };
}

/** Returns the name of a guard's file, without its ending. */
const fileOf = (name: string) =>
  `${name
    .replace(/Guard$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()}.guard`;

it('the README names all guards that each request passes, in their order', () => {
  const providers = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, RequestModule) as Provider[];
  const guards = providers.flatMap(({ provide, useClass }) =>
    provide === APP_GUARD && useClass ? [fileOf(useClass.name)] : [],
  );
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const described = [...readme.matchAll(/^ +- `([a-z-]+\.guard)`/gm)].map(([, guard]) => guard);
  expect(described).toEqual(guards);
});
