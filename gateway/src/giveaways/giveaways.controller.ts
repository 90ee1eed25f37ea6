import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import * as routes from '@likewell/contracts/gateway/giveaways';
import * as giveaways from '@likewell/contracts/giveaway/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadOf } from '../request/download.js';
import { RateLimiter } from '../request/rate-limiter.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { giveawayView, proofView, summaryView } from './giveaways.presenter.js';

@Controller()
export class GiveawaysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limiter: RateLimiter,
  ) {}

  @Handle(routes.giveawayList)
  async list() {
    return (await this.rpc.call(giveaways.listGiveaways, {})).giveaways.map(summaryView);
  }

  @Handle(routes.oneGiveaway)
  async one(@FromRequest() { params }: Input<typeof routes.oneGiveaway>) {
    return giveawayView(await this.rpc.call(giveaways.getGiveaway, { giveawayId: params.id }));
  }

  @Handle(routes.checkGiveaway)
  check(@FromRequest() { params: { id, account } }: Input<typeof routes.checkGiveaway>) {
    return this.rpc.call(giveaways.checkAccount, { giveawayId: id, account });
  }

  @Handle(routes.giveawayProof)
  async proof(
    @FromRequest() { params, query }: Input<typeof routes.giveawayProof>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const giveawayId = params.id;
    if (query.download) await this.limiter.takeFrom('proof', request.ip);
    const [facts, first] = await Promise.all([
      this.rpc.call(giveaways.getProof, { giveawayId }),
      this.rpc.call(giveaways.listEntries, { giveawayId, cursor: query.cursor }),
    ]);
    const proof = proofView(facts, first);
    if (!query.download) {
      void reply.send(proof);
      return;
    }
    const more = (cursor: string) => this.rpc.call(giveaways.listEntries, { giveawayId, cursor });
    void reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="giveaway-${giveawayId}-proof.json"`)
      .send(downloadOf(request, (ask) => wholeProof(proof, (cursor) => ask(() => more(cursor)))));
  }
}

type Proof = RouteResponse<typeof routes.giveawayProof>;
type MoreEntries = (cursor: string) => Promise<{ entries: string[]; nextCursor: string | null }>;

/**
 * Yields the proof with all of its entries as pieces of JSON. Each page is one call, made only after the page
 * before it was sent.
 */
async function* wholeProof(
  { entries, nextCursor, ...facts }: Proof,
  more: MoreEntries,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...facts, nextCursor: null }).slice(0, -1)},"entries":[${listed(entries)}`;
  for (let cursor = nextCursor; cursor !== null;) {
    const page = await more(cursor);
    yield `,${listed(page.entries)}`;
    cursor = page.nextCursor;
  }
  yield ']}\n';
}

const listed = (entries: readonly string[]) => entries.map((entry) => JSON.stringify(entry)).join(',');
