// @ts-check
import Fastify from 'fastify';

// Baseline for the measurements: a Fastify server that only sends these bytes. It tells its parent where it
// listens, and ends with it.
const [path = '', body = ''] = process.argv.slice(2);
const bytes = Buffer.from(body, 'base64');
const server = Fastify();
server.get(path, (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
);
await server.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
process.send?.(port);
