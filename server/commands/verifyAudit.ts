import { firmIds } from '../db/firmIds.ts'
import { verifyAudit } from '../services/audit.ts'
import { withDatabase } from './command.ts'
import type { Command } from './command.ts'

export const verifyAuditCommand: Command = {
  takes: '',
  does: '核对每家律所的操作日志链 (check the chain of each log)',
  run: async tools => {
    const broken: string[] = []
    await withDatabase(tools, async database => {
      for (const firmId of await firmIds(tools.connection)) {
        const { checked, brokenAt } = await database.read(firmId, db => verifyAudit(db, firmId))
        tools.print(
          `firm ${firmId}: ${checked} rows${brokenAt === null ? ' OK' : `, broken at row ${brokenAt}`}`,
        )
        if (brokenAt !== null) broken.push(`firm ${firmId}, row ${brokenAt}`)
      }
    })
    if (broken.length > 0) throw new Error(`日志链已断 (the chain is broken): ${broken.join('; ')}`)
  },
}
