import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createServices } from '../services/createServices.ts'
import { withMigratedDatabase, UsageError } from './command.ts'
import type { Command } from './command.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`不是 JSON (not JSON): ${error instanceof Error ? error.message : ''}`)
  }
}

export const seedCommand: Command = {
  takes: '<fixture.json>',
  does: '写入测试数据，不能用于生产环境 (write firms from a fixture, never in production)',
  run: async (tools, file = '') => {
    const { config, log, print } = tools
    if (config.isProduction) throw new UsageError('seed: 不能用于生产环境；not with NODE_ENV=production')
    // Imported on demand, since only the demo and the tests use these modules.
    const { fixtureSchema } = await import('../db/seed/fixtureSchema.ts')
    const { seedFixture } = await import('../db/seed/fixture.ts')
    const fixture = fixtureSchema.safeParse(parse(await readFile(file, 'utf8')))
    if (!fixture.success) throw new UsageError(z.prettifyError(fixture.error))
    await withMigratedDatabase(tools, async database => {
      const { storage } = createServices(config, log)
      const seeded = await seedFixture(database, fixture.data, { storage })
      print(JSON.stringify(seeded))
    })
  },
}
