# Image of one server (docs/operations/README.md, "In a container"). Both base images can be replaced, for example where no image registry
# is reachable: deploy/container/try.mjs builds its own. BUILDER needs npm; the server's Node is one of the npm packages.
ARG BUILDER=node:26-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${BUILDER} AS build
WORKDIR /srv/wattle
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . ./
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund && sh deploy/container/prune.sh

FROM ${BASE}
# Node needs libatomic1; tini, as process 1, forwards signals and reaps processes. Removes setuid and setgid bits, which no program needs.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/*-old /var/log/apt /var/log/*.log \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && groupadd --system --gid 990 wattle \
  && useradd --system --uid 990 --gid 990 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin wattle \
  && install --directory --owner 990 --group 990 --mode 0700 /var/lib/wattle
WORKDIR /srv/wattle
# Owned by root, so that the server cannot change its own code.
COPY --from=build /srv/wattle/package.json ./
COPY --from=build /srv/wattle/node_modules ./node_modules
COPY --from=build /srv/wattle/documents ./documents
COPY --from=build /srv/wattle/migrations ./migrations
COPY --from=build /srv/wattle/scripts/operator ./scripts/operator
COPY --from=build /srv/wattle/deploy/container/ready.mjs ./deploy/container/
COPY --from=build /srv/wattle/src/domain ./src/domain
COPY --from=build /srv/wattle/src/server ./src/server
COPY --from=build /srv/wattle/dist ./dist

ENV PATH=/srv/wattle/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  WATTLE_DATA_DIR=/var/lib/wattle
USER 990:990
VOLUME /var/lib/wattle
EXPOSE 3000
# The server drains on SIGTERM: allow 40 s before it is killed.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/container/ready.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "src/server/main.ts"]
