/** Health check of a container: exits with 0 when the process beside it reports that it is `live` or `ready`. */
const [check = 'ready'] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env.HEALTH_PORT}/health/${check}`;
const response = await fetch(url, { signal: AbortSignal.timeout(2500) }).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
