import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Module, type DynamicModule } from '@nestjs/common';
import { RateLimiter } from './http/rate-limiter.js';
import { SessionReader } from './http/session-reader.js';
import { AuthController } from './routes/auth.controller.js';
import { HoldersController } from './routes/holders.controller.js';
import { PostsController } from './routes/posts.controller.js';
import { WalletController } from './routes/wallet.controller.js';

@Module({ controllers: [AuthController, PostsController, WalletController, HoldersController] })
class GatewayModule {}

/** The routes, with what they work with. */
export function gatewayModule(tools: {
  rpc: RpcClient;
  sessions: SessionReader;
  limiter: RateLimiter;
}): DynamicModule {
  return {
    module: GatewayModule,
    providers: [
      { provide: RpcClient, useValue: tools.rpc },
      { provide: SessionReader, useValue: tools.sessions },
      { provide: RateLimiter, useValue: tools.limiter },
    ],
  };
}
