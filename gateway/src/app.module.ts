import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Module, type DynamicModule } from '@nestjs/common';
import { RateLimiter } from './request/rate-limiter.js';
import { SessionReader } from './request/session-reader.js';
import { PictureMaker } from './avatars/picture-maker.js';
import { AiController } from './ai/ai.controller.js';
import { AuthController } from './auth/auth.controller.js';
import { FollowsController } from './follows/follows.controller.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { GiveawaysController } from './giveaways/giveaways.controller.js';
import { GoogleController } from './auth/google.controller.js';
import { HoldersController } from './holders/holders.controller.js';
import { OwnProfilePresenter } from './users/own-profile.presenter.js';
import { ModerationController } from './moderation/moderation.controller.js';
import { PostsController } from './posts/posts.controller.js';
import { PriceController } from './price/price.controller.js';
import { UsersController } from './users/users.controller.js';
import { WalletSignInController } from './auth/wallet-sign-in.controller.js';
import { WalletController } from './wallet/wallet.controller.js';

@Module({
  controllers: [
    AuthController,
    GoogleController,
    WalletSignInController,
    PostsController,
    FollowsController,
    WalletController,
    HoldersController,
    PriceController,
    UsersController,
    AvatarsController,
    AiController,
    GiveawaysController,
    ModerationController,
  ],
})
class GatewayModule {}

/** The routes, with what they work with. */
export function gatewayModule(tools: {
  rpc: RpcClient;
  sessions: SessionReader;
  limiter: RateLimiter;
  pictures: PictureMaker;
}): DynamicModule {
  return {
    module: GatewayModule,
    providers: [
      OwnProfilePresenter,
      { provide: RpcClient, useValue: tools.rpc },
      { provide: SessionReader, useValue: tools.sessions },
      { provide: RateLimiter, useValue: tools.limiter },
      { provide: PictureMaker, useValue: tools.pictures },
    ],
  };
}
