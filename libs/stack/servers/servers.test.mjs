// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { CHECKOUT } from '../state/stack-folder.mjs';
import { natsConf } from './nats.mjs';
import { fillTemplate, MAX_TIPS, nginxConf } from './nginx-conf.mjs';
import { redisConf } from './redis.mjs';

test("only the named variables are filled in, and nginx's own stay", () => {
  const filled = fillTemplate('listen ${PORT}; set $x ${OTHER}; return 200 $request_id;', { PORT: '8080' });
  assert.equal(filled, 'listen 8080; set $x ${OTHER}; return 200 $request_id;');
});

test('nginx gets an unprivileged user only when there is one to change to', () => {
  const parts = {
    folder: '/s/nginx',
    gatewayAddress: '127.0.0.1:8081',
    server: 'server {}',
    mimeTypes: '/etc/nginx/mime.types',
    modules: false,
    gatewayAddresses: ['127.0.0.1:1', '127.0.0.1:2'],
  };
  assert.match(nginxConf({ ...parts, user: undefined }), /server 127\.0\.0\.1:1;\n +server 127\.0\.0\.1:2;/);
  assert.match(nginxConf({ ...parts, user: 'www-data' }), /^user www-data;$/m);
  assert.doesNotMatch(nginxConf({ ...parts, user: undefined }), /^user/m);
});

test('a laptop and a container let as many tips be under way', () => {
  const image = readFileSync(join(CHECKOUT, 'Dockerfile'), 'utf8');
  const conf = readFileSync(join(CHECKOUT, 'web/nginx/nginx.conf'), 'utf8');
  assert.match(image, new RegExp(`^ +MAX_TIPS=${MAX_TIPS}$`, 'm'));
  assert.match(conf, new RegExp(`^ +worker_connections ${MAX_TIPS * 4};$`, 'm'));
});

test('nginx in a container that leaves may wait for the longest response, and is not killed meanwhile', () => {
  const text = (/** @type {string} */ path) => readFileSync(join(CHECKOUT, path), 'utf8');
  const secondsOf = (/** @type {string} */ directive, /** @type {string} */ conf) =>
    [...conf.matchAll(new RegExp(`\\b${directive} (\\d+)s;`, 'g'))].map(([, seconds]) => Number(seconds));
  const [response = Infinity, ...others] = secondsOf(
    'proxy_read_timeout',
    text('web/nginx/server.conf.template'),
  );
  const [shutdown = 0] = secondsOf('worker_shutdown_timeout', text('web/nginx/nginx.conf'));
  assert.deepEqual(others, []);
  assert.ok(response <= shutdown, `${shutdown} s are too short for a response of ${response} s`);

  const [deployment] = parseAllDocuments(text('k8s/base/processes/web.yaml'));
  const { terminationGracePeriodSeconds: grace, containers } = deployment?.toJS().spec.template.spec ?? {};
  assert.ok(shutdown <= grace - containers[0].lifecycle.preStop.sleep.seconds);
  const { web } = parse(text('docker-compose.yml'), { merge: true, maxAliasCount: -1 }).services;
  assert.ok(shutdown <= parseInt(web.stop_grace_period));
});

test('nginx ends its idle connections to a gateway that stops before the gateway does', () => {
  const text = (/** @type {string} */ path) => readFileSync(join(CHECKOUT, path), 'utf8');
  const [, idle = NaN] = /keepalive_timeout (\d+)s;/.exec(text('web/nginx/12-gateway.envsh')) ?? [];
  const [, delay = NaN] = /STOP_DELAY_MS, value: '(\d+)'/.exec(text('gateway/k8s/process.yaml')) ?? [];
  // A second more, until the cluster leads new connections elsewhere.
  assert.ok(Number(idle) + 1 < Number(delay) / 1000, `idle for ${idle} s, gone after ${delay} ms`);
});

test('nginx keeps an idle connection for longer than whoever ends TLS in front of it', () => {
  // Traefik's `idleConnTimeout`, unless somebody sets it, and that of anything else in Go that does not choose.
  const inFrontSeconds = 90;
  const image = readFileSync(join(CHECKOUT, 'web/nginx/nginx.conf'), 'utf8');
  const parts = {
    folder: '/s',
    server: '',
    gatewayAddresses: [],
    user: undefined,
    mimeTypes: '',
    modules: false,
  };
  for (const conf of [image, nginxConf(parts)]) {
    const [, idle = NaN] = /keepalive_timeout (\d+)s;/.exec(conf) ?? [];
    assert.ok(Number(idle) > inFrontSeconds, `nginx lets go after ${idle} s`);
  }
});

test('the servers listen on loopback alone', () => {
  assert.match(redisConf(8083, '/s/redis'), /^bind 127\.0\.0\.1$/m);
  assert.match(natsConf(8084, '/s/nats'), /^host: 127\.0\.0\.1$/m);
});
