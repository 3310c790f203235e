import { auditWall } from '../db/auditWall.ts'
import { firmIds } from '../db/firmIds.ts'
import { withClient } from '../db/migrate.ts'
import { readAnchors, sealOf } from '../process/auditSeal.ts'
import { gapText, verifyAudit } from '../services/auditChain.ts'
import { type Command, type Tools, withReadOnly } from './command.ts'

const wallProblems = async (connection: Tools['connection']) => {
  const { hasTrigger, isOwner, isSuperuser, changes } = await withClient(connection, auditWall)
  return {
    faults: hasTrigger
      ? []
      : ['保护日志的触发器被停用、替换或删除 (the trigger that refuses changes is off, replaced or gone)'],
    limits: [
      ...(isSuperuser || isOwner
        ? [
            '服务器登录名拥有日志表或是超级用户，可停用触发器后改写 (the server’s login owns the log: it could switch the trigger off)',
          ]
        : []),
      ...(changes.length > 0
        ? [`服务器登录名有 ${changes.join('、')} 权限 (this login is granted more than insert and select)`]
        : []),
    ],
  }
}

const anchorLimits = (anchors: readonly { at: string }[], damaged: number) => [
  ...(sealOf() ? [] : ['没有日志密钥，无法发现整体重算 (no key: recomputed hashes can’t be told)']),
  ...(damaged > 0 ? [`${damaged} 行锚点无效 (anchors that this key did not sign)`] : []),
  anchors.length === 0
    ? '没有锚点，无法发现末尾被删 (no anchors: a deleted end can’t be told)'
    : `最后一个锚点之后被删的行无法发现 (rows deleted from the end since ${anchors.at(-1)!.at} can’t be told)`,
]

/** Exits with an error when something is broken; what it can't know it says, and that alone is none. */
export const verifyAuditCommand: Command = {
  takes: '',
  does: '核对每家律所的操作日志，不修改任何数据 (check the chain of each log; changes nothing)',
  run: async tools => {
    const broken: string[] = []
    const { anchors, damaged } = await readAnchors()
    await withReadOnly(tools, async (database, connection) => {
      const wall = await wallProblems(connection)
      broken.push(...wall.faults)
      const limits = [...wall.limits, ...anchorLimits(anchors, damaged)]
      // A firm that is gone from the database is still in the anchors.
      const firms = new Set([...(await firmIds(connection)), ...anchors.map(it => it.firmId)])
      for (const firmId of firms) {
        const found = await database.read(firmId, db => verifyAudit(db, firmId, anchors))
        const gaps = gapText(found.broken)
        tools.print(`firm ${firmId}: ${found.checked} rows${gaps === '' ? ' OK' : `, broken at ${gaps}`}`)
        if (gaps !== '') broken.push(`firm ${firmId}, rows ${gaps}`)
        if (found.plain > 0)
          limits.push(`firm ${firmId}: 前 ${found.plain} 行写于启用密钥之前 (rows that no key signed)`)
        if (found.foreign > 0)
          limits.push(
            `firm ${firmId}: ${found.foreign} 行有签名而没有密钥可核对 (signed rows, and no key here)`,
          )
      }
      for (const limit of limits) tools.print(`无法得知 (can’t be known): ${limit}`)
    })
    if (broken.length > 0) throw new Error(`日志链已断 (the chain is broken): ${broken.join('; ')}`)
  },
}
