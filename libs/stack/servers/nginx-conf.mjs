// @ts-check

/**
 * Replaces ${NAME} for exactly the given names, like envsubst with a list: nginx's own $variables stay
 * unchanged.
 * @param {string} template
 * @param {Record<string, string>} values
 * @returns {string}
 */
export function fillTemplate(template, values) {
  return template.replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name) => values[name] ?? whole);
}

/**
 * Connections of each worker: a visitor uses one, a request proxied to the gateway two. The same as in
 * web/nginx/nginx.conf.
 */
const WORKER_CONNECTIONS = 8192;

/**
 * Number of tips that may be under way to the gateway, in progress or waiting for a connection. The same as
 * in the Dockerfile; here all of them may be of one network, as reads below.
 */
export const MAX_TIPS = WORKER_CONNECTIONS / 4;

/**
 * Number of reads that may be under way, in all and of one network: on a laptop one address plays all the
 * members of a load test. In a container they are fewer, as many as its memory has room for.
 */
export const MAX_READS = WORKER_CONNECTIONS / 2;

/**
 * Shorter than the time that `make down` gives a process before it kills it; in a container it is the time of
 * the longest response.
 */
const WORKER_SHUTDOWN_TIMEOUT = '10s';

/** Name of the gateway's upstream in the page's server block. */
export const GATEWAY_UPSTREAM = 'likewell_gateway';

/**
 * Returns the outer file around the page's server block. Every path is in the state folder, because nginx's
 * built-in ones belong to the system's own instance.
 * @param {{ folder: string, server: string, gatewayAddresses: string[], user: string | undefined, mimeTypes:
 *   string, modules: boolean, accessLog?: string }} parts
 * @returns {string}
 */
export function nginxConf({
  folder,
  server,
  gatewayAddresses,
  user,
  mimeTypes,
  modules,
  accessLog = 'access_log off;',
}) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${user === undefined ? '' : `user ${user};\n`}worker_processes auto;
pid "${folder}/nginx.pid";
error_log stderr warn;
${modules ? 'include /etc/nginx/modules-enabled/*.conf;\n' : ''}worker_shutdown_timeout ${WORKER_SHUTDOWN_TIMEOUT};

events {
  worker_connections ${WORKER_CONNECTIONS};
}

http {
  include "${mimeTypes}";
  default_type application/octet-stream;
  ${accessLog}
  server_tokens off;
  sendfile on;
  keepalive_timeout 100s;
${temporary.map((name) => `  ${name}_temp_path "${folder}/${name}";`).join('\n')}

  upstream ${GATEWAY_UPSTREAM} {
${gatewayAddresses.map((address) => `    server ${address};`).join('\n')}
    # Of each worker, idle. A crowd that has to connect anew for each tip finds no room to be accepted.
    keepalive 512;
  }

${server}
}
`;
}
