# One recipe for every process: `docker build --target app --build-arg APP=services/auth .`; `--target stand-in` for who plays
# somebody outside, and `--target web` for the page.
# No stage up to `build` knows APP, so that the images of one checkout share them.
ARG NODE_IMAGE=node:24.22.3-trixie-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.30

FROM ${NODE_IMAGE} AS node
WORKDIR /app

# What decides which packages are installed, and nothing else: a change in a source leaves these files as they were, and
# with them every layer that installs.
FROM node AS manifests
COPY . /checkout
RUN cd /checkout && find . -name package.json -o -name package-lock.json -o -name .npmrc | xargs cp --parents -t /app

FROM node AS installer
COPY libs/stack/machine /opt/installer
COPY --from=manifests /app ./

FROM installer AS packages
RUN --mount=type=cache,target=/root/.npm node /opt/installer/install-locked.mjs --include=dev

FROM packages AS build
COPY . .
RUN npx tsc -b

FROM packages AS build-web
COPY . .
RUN npx tsc -b libs/contracts/tsconfig.build.json && npm run build -w web
RUN node /opt/installer/write-sbom.mjs web > sbom.cdx.json

# What the process reads beside its code, such as a list of words, goes along; its sources do not.
FROM build AS product
ARG APP
RUN rm -rf "${APP}/src" "${APP}"/tsconfig*.json "${APP}/dist/.tsbuildinfo"

# Only the packages that the one process needs at run time.
FROM installer AS runtime-packages
ARG APP
RUN --mount=type=cache,target=/root/.npm node /opt/installer/install-locked.mjs --omit=dev "--workspace=${APP}"
RUN node /opt/installer/write-sbom.mjs "${APP}" > sbom.cdx.json

FROM node AS app
ARG APP
ARG REVISION=unknown
LABEL org.opencontainers.image.title="likewell/${APP}" \
      org.opencontainers.image.description="Likewell: ${APP}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-semi-space-size=64" \
    HEALTH_PORT=9090
COPY --from=runtime-packages /app ./
COPY --from=build /app/libs/contracts/dist libs/contracts/dist
COPY --from=build /app/libs/service-kit/dist libs/service-kit/dist
COPY --from=build /app/libs/service-kit/db libs/service-kit/db
COPY --from=product /app/${APP} ${APP}
# For whoever keeps files: a volume mounted here belongs to the process.
RUN install -d -o 10001 -g 10001 /data
WORKDIR /app/${APP}
# Beyond the users of the host, so that an escape from the container is nobody's.
USER 10001:10001
EXPOSE 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "/app/libs/service-kit/dist/process/probe.cli.js", "ready"]
CMD ["node", "--import", "/app/libs/service-kit/dist/process/early-stop.js", "dist/main.js"]

# No image of the product holds what stand-ins are made of.
FROM app AS stand-in
COPY --from=build /app/libs/stand-ins/kit/dist /app/libs/stand-ins/kit/dist

FROM ${NGINX_IMAGE} AS web
ARG REVISION=unknown
LABEL org.opencontainers.image.title="likewell/web" \
      org.opencontainers.image.description="Likewell: the page, and the door to the API" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build-web /app/web/dist /usr/share/nginx/site
COPY --from=build-web /app/web/dist-nginx /usr/share/nginx/headers
COPY --from=build-web /app/sbom.cdx.json /usr/share/likewell/sbom.cdx.json
COPY web/nginx/nginx.conf /etc/nginx/nginx.conf
COPY web/nginx/server.conf.template web/nginx/resolver.conf.template /etc/nginx/templates/
COPY web/nginx/10-environment.sh web/nginx/12-gateway.envsh web/nginx/15-real-ip.sh /docker-entrypoint.d/
ENV PORT=8080 \
    SITE_ROOT=/usr/share/nginx/site \
    HEADERS_CONF=/usr/share/nginx/headers/security-headers.conf \
    GATEWAY=gateway:3000 \
    RESOLVER=127.0.0.11 \
    CHAIN_SOURCE= \
    PAGE_SETTINGS={} \
    REAL_IP_FROM= \
    MAX_READS=512 \
    MAX_READS_OF_NETWORK=64 \
    MAX_TIPS_OF_NETWORK=256 \
    MAX_TIPS=2048
EXPOSE 8080
