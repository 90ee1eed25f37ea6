import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Module, type DynamicModule } from '@nestjs/common';
import { RateLimiter } from './http/rate-limiter.js';
import { SessionReader } from './http/session-reader.js';
import { PictureMaker } from './pictures/picture-maker.js';
import { AiController } from './routes/ai.controller.js';
import { AuthController } from './routes/auth.controller.js';
import { FollowsController } from './routes/follows.controller.js';
import { AvatarsController } from './routes/avatars.controller.js';
import { GiveawaysController } from './routes/giveaways.controller.js';
import { GoogleController } from './routes/google.controller.js';
import { HoldersController } from './routes/holders.controller.js';
import { MemberViews } from './routes/member-views.js';
import { ModerationController } from './routes/moderation.controller.js';
import { PostsController } from './routes/posts.controller.js';
import { PriceController } from './routes/price.controller.js';
import { UsersController } from './routes/users.controller.js';
import { WalletSignInController } from './routes/wallet-sign-in.controller.js';
import { WalletController } from './routes/wallet.controller.js';

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
      MemberViews,
      { provide: RpcClient, useValue: tools.rpc },
      { provide: SessionReader, useValue: tools.sessions },
      { provide: RateLimiter, useValue: tools.limiter },
      { provide: PictureMaker, useValue: tools.pictures },
    ],
  };
}
