// Plays one of our processes in the launcher's own tests. MODE selects its behaviour.
import { createServer } from 'node:http';

const { MODE, HEALTH_PORT } = process.env;
if (MODE === 'crash') {
  console.log(JSON.stringify({ level: 30, msg: 'starting' }));
  console.log(JSON.stringify({ level: 60, msg: 'boot failed', err: { message: 'no database' } }));
  process.exit(1);
}
createServer((_, response) => {
  response.statusCode = MODE === 'never-ready' ? 503 : 200;
  response.end();
}).listen(Number(HEALTH_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  if (MODE !== 'deaf') setTimeout(() => process.exit(0), 100);
});
