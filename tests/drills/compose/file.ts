import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'yaml'
import { z } from 'zod'

import { createFolderNow } from '../../support/folder.ts'

// deploy/compose.yaml as the drill reads it, and the folder in which the drill works.

export const project = join(import.meta.dirname, '../../..')
export const site = 'cards.localhost'

const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  cap_add: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()),
  stop_grace_period: z.string().default('10s'),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
    .default([]),
})
export type Service = z.output<typeof service>
export const compose = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(
      z.string(),
      z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }).optional() }),
    ),
  })
  .parse(parse(readFileSync(join(project, 'deploy/compose.yaml'), 'utf8'), { merge: true }))

export const say = (text: string) => void process.stdout.write(`${text}\n`)
export const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })
export const folder = createFolderNow('compose')
export const work = folder.path
export const deploy = join(work, 'deploy')
export const volumes = join(work, 'volumes')
export const filled = (text: string) => text.replaceAll(/\$\{SITE[^}]*\}/g, site).replaceAll('$$', '$')
