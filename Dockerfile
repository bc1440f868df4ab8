# The experiments of the paper, for review: docs/how-to/reproduce.md
#
#   docker build --tag mulligan .
#   docker run --network none --name mulligan mulligan
#   docker cp mulligan:/home/node/mulligan/reproduction .
FROM node:22.22.2-bookworm-slim
USER node
RUN mkdir /home/node/mulligan
WORKDIR /home/node/mulligan
COPY --chown=node:node . .
RUN npm ci --no-audit --no-fund && npm run build
CMD ["npm", "start"]
