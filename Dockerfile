# The image of the product, from its package: npm pack && docker build --tag cartelera .
# BASE is any image with Node 20.19 or later and npm.
ARG BASE=node:22-bookworm-slim

FROM ${BASE} AS install
COPY cartelera-*.tgz /tmp/
RUN npm install --global --prefix /opt/cartelera /tmp/cartelera-*.tgz && mkdir /data

FROM ${BASE}
COPY --from=install /opt/cartelera /opt/cartelera
COPY --from=install --chown=1000:1000 /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/cartelera
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/cartelera/bin/cartelera"]
CMD ["start"]
