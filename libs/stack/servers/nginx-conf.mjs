// @ts-check

/**
 * Fills in ${NAME} for exactly the given names, like envsubst with a list: nginx's own $variables stay as they are.
 * @param {string} template
 * @param {Record<string, string>} values
 * @returns {string}
 */
export function fillTemplate(template, values) {
  return template.replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Of each worker: a visitor holds one, whoever is passed on to the gateway two. As in web/nginx/nginx.conf. */
const WORKER_CONNECTIONS = 8192;

/** As many tips may be on their way to the gateway, with places there or waiting for them. As in the Dockerfile. */
export const MAX_TIPS = WORKER_CONNECTIONS / 4;

/** Less than `make down` gives a process before it kills it; a container has as long as the longest response takes. */
const WORKER_SHUTDOWN_TIMEOUT = '10s';

/** What the page's server block calls the gateway. */
export const GATEWAY_UPSTREAM = 'likewell_gateway';

/**
 * The outer file around the page's server block. Every path is in the state folder, because nginx's built-in ones
 * belong to the system's own instance.
 * @param {{ folder: string, server: string, gatewayAddresses: string[], user: string | undefined, mimeTypes: string, modules: boolean }} parts
 * @returns {string}
 */
export function nginxConf({ folder, server, gatewayAddresses, user, mimeTypes, modules }) {
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
  access_log off;
  server_tokens off;
  sendfile on;
  keepalive_timeout 65s;
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
