import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AddressesController } from './addresses/addresses.controller.js';
import { PasswordResetsController } from './addresses/password-resets.controller.js';
import { AiController } from './ai/ai.controller.js';
import { AuthModule } from './auth/auth.module.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { PictureMaker } from './avatars/picture-maker.js';
import type { GatewayConfig } from './config.js';
import { FollowsController } from './follows/follows.controller.js';
import { GiveawaysController } from './giveaways/giveaways.controller.js';
import { HoldersController } from './holders/holders.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { ModerationController } from './moderation/moderation.controller.js';
import { PostsController } from './posts/posts.controller.js';
import { PriceController } from './price/price.controller.js';
import { RequestModule } from './request/request.module.js';
import { DeletionsController } from './leaving/deletions.controller.js';
import { ExportsController } from './leaving/exports.controller.js';
import { ConfirmationsController } from './sessions/confirmations.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInMethodsController } from './sessions/sign-in-methods.controller.js';
import { TipLimitController } from './sessions/tip-limit.controller.js';
import { UsersController } from './users/users.controller.js';
import { WalletController } from './wallet/wallet.controller.js';

/** Connections and configuration of the gateway. */
export interface GatewayTools {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly redis: Redis;
  readonly rpc: RpcClient;
  readonly broadcasts: Broadcasts;
}

/** Provides what every module may inject. */
@Global()
@Module({})
class ToolsModule {
  static with({ config, logger, redis, rpc, broadcasts }: GatewayTools): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: REDIS, useValue: redis },
      { provide: RpcClient, useValue: rpc },
      { provide: Broadcasts, useValue: broadcasts },
    ];
    return { module: ToolsModule, providers, exports: providers };
  }
}

/** The gateway, with a controller for each noun of the API. */
@Module({
  imports: [RequestModule, AuthModule],
  controllers: [
    PostsController,
    FollowsController,
    WalletController,
    HoldersController,
    PriceController,
    UsersController,
    ConfirmationsController,
    SessionsController,
    SignInMethodsController,
    TipLimitController,
    AddressesController,
    PasswordResetsController,
    KeysController,
    DeletionsController,
    ExportsController,
    AvatarsController,
    AiController,
    GiveawaysController,
    ModerationController,
  ],
  providers: [
    { provide: PictureMaker, useFactory: (logger: Logger) => new PictureMaker(logger), inject: [LOGGER] },
  ],
})
export class AppModule {
  static with(tools: GatewayTools): DynamicModule {
    return { module: AppModule, imports: [ToolsModule.with(tools)] };
  }
}
