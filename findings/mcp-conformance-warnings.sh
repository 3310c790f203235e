#!/bin/sh
# @modelcontextprotocol/conformance 0.1.16, the protocol's official suite: a scenario in which nothing but a SHOULD is missed ends with
# warnings, says "0 failed" and exits with 0. With a list of expected failures the same scenario fails: it is an "unexpected failure"
# and exits with 1, so that adding an empty list to a passing run makes it fail, and the list has to name what never failed.
# Seen on valid input, a stateless server of @modelcontextprotocol/sdk 1.32.2, which offers a tool and no sessions:
#   server-sse-multiple-streams without a list: 0 failed, 1 warnings, exit 0
#   server-sse-multiple-streams with an empty list: 0 failed, 1 warnings, exit 1
#   ping with an empty list: 0 failed, 0 warnings, exit 0
# Exits non-zero when the output changes. The suite needs Node 22, which is installed beside it.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/sdk@1.32.2
echo 'server: []' >none.yml
cat >check.mjs <<'JS'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const answer = async (request, response) => {
  // A server without sessions has no stream of its own to open.
  if (request.method !== 'POST') return response.writeHead(405).end()
  const server = new Server({ name: 'stateless', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'noop', description: 'Does nothing', inputSchema: { type: 'object' } }],
  }))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(request, response)
}
const http = createServer(answer).listen(0, '127.0.0.1')
await new Promise(resolve => http.once('listening', resolve))

const run = (scenario, ...more) =>
  new Promise(resolve => {
    const url = `http://localhost:${http.address().port}/mcp`
    const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
    const child = spawn(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario, ...more])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output += piece))
    child.once('close', code => resolve(`${/\d+ failed, \d+ warnings/.exec(output)}, exit ${code}`))
  })

const list = ['--expected-failures', 'none.yml']
const streams = 'server-sse-multiple-streams'
const seen = [
  `${streams} without a list: ${await run(streams)}`,
  `${streams} with an empty list: ${await run(streams, ...list)}`,
  `ping with an empty list: ${await run('ping', ...list)}`,
].join('\n')
console.log(seen)
http.close()
const expected = [
  `${streams} without a list: 0 failed, 1 warnings, exit 0`,
  `${streams} with an empty list: 0 failed, 1 warnings, exit 1`,
  'ping with an empty list: 0 failed, 0 warnings, exit 0',
].join('\n')
process.exit(seen === expected ? 0 : 1)
JS
node_modules/.bin/node check.mjs
