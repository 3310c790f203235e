import { logProtection } from '../db/rules/auditWall.ts'
import { firmIds } from '../db/rules/firmIds.ts'
import { withClient } from '../db/migrate.ts'
import { type Anchor, allAnchors } from '../process/anchors.ts'
import { keyName, sealOf } from '../process/auditSeal.ts'
import { logContradictions, deletedFirms, installationLog } from '../services/audit/deletedFirms.ts'
import { formatGaps, verifyAudit } from '../services/audit/auditChain.ts'
import { type Command, type Tools, withReadOnlyDatabase } from './command.ts'

const protectionProblems = async (connection: Tools['connection']) => {
  const { hasTrigger, isOwner, isSuperuser, changes } = await withClient(connection, logProtection)
  return {
    faults: hasTrigger
      ? []
      : [
          '保护日志的触发器被停用、替换或删除 (the trigger that refuses changes is disabled, replaced or missing)',
        ],
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

type Anchored = { byFirm: Map<number, Anchor[]>; damaged: number; lastAt: string | undefined }

/** The anchors of each firm, and the number of lines that are none. */
const readAnchors = async (): Promise<Anchored> => {
  const found: Anchored = { byFirm: new Map(), damaged: 0, lastAt: undefined }
  for await (const anchor of allAnchors()) {
    if (!anchor) {
      found.damaged += 1
      continue
    }
    const ofFirm = found.byFirm.get(anchor.firmId)
    if (ofFirm) ofFirm.push(anchor)
    else found.byFirm.set(anchor.firmId, [anchor])
    found.lastAt = anchor.at
  }
  return found
}

const anchorLimits = ({ damaged, lastAt }: Anchored) => [
  ...(sealOf() ? [] : ['没有日志密钥，无法发现整体重算 (no key: recomputed hashes cannot be detected)']),
  ...(damaged > 0 ? [`${damaged} 行锚点无效 (anchors that this key did not sign)`] : []),
  lastAt === undefined
    ? '没有锚点，无法发现末尾被删 (no anchors: a deleted end cannot be detected)'
    : `最后一个锚点之后被删的行无法发现 (rows deleted from the end since ${lastAt} cannot be detected)`,
]

/** Rows signed with another key are neither valid nor broken: only that key can verify them. */
const refuseForeignRows = (foreign: readonly string[]) => {
  const seal = sealOf()
  if (foreign.length === 0 || !seal) return
  throw new Error(
    `这些行由另一把密钥签名，这里的密钥是 ${keyName(seal)}：请用原来的 DATA_DIR/audit.key 或 AUDIT_KEY 核对；如从未更换过密钥，则日志已被改写；these rows were signed with another key than the one here: verify them with the former key; if there never was another key, the log was rewritten: ${foreign.join('; ')}`,
  )
}

/** Fails if a chain is broken. What cannot be verified is printed without failing the command. */
export const verifyAuditCommand: Command = {
  takes: '',
  does: '核对每家律所的操作日志，不修改任何数据 (verify the log of each firm; changes nothing)',
  run: async tools => {
    const broken: string[] = []
    const foreign: string[] = []
    const anchored = await readAnchors()
    const anchorsOf = (firmId: number) => anchored.byFirm.get(firmId) ?? []
    await withReadOnlyDatabase(tools, async (database, connection) => {
      const protection = await protectionProblems(connection)
      broken.push(...protection.faults)
      const limits = [...protection.limits, ...anchorLimits(anchored)]
      // Anchors also name firms that are missing from the database.
      const existing = new Set(await firmIds(connection))
      const firms = new Set([...existing, ...anchored.byFirm.keys()])
      const deleted = await database.read(installationLog, deletedFirms)
      firms.add(installationLog)
      for (const firm of deleted.filter(it => !existing.has(it.firmId))) {
        firms.delete(firm.firmId)
        const wrong = await database.read(firm.firmId, db =>
          logContradictions(db, firm, anchorsOf(firm.firmId)),
        )
        const text = `firm ${firm.firmId}: ${firm.deletedAt.toISOString()} 已删除 (deleted), ${firm.seq} rows`
        tools.print(wrong.length === 0 ? text : `${text}, broken at ${wrong.join(', ')}`)
        if (wrong.length > 0) broken.push(`firm ${firm.firmId} (deleted), rows ${wrong.join(', ')}`)
      }
      for (const firmId of firms) {
        const found = await database.read(firmId, db => verifyAudit(db, firmId, anchorsOf(firmId)))
        const gaps = formatGaps(found.broken)
        const label = firmId === installationLog ? 'installation' : `firm ${firmId}`
        if (firmId === installationLog && found.checked === 0 && gaps === '') continue
        const begin = found.expired
          ? `，第 1-${found.expired.seq} 行已到期删除 (rows 1-${found.expired.seq} were removed after their time)`
          : ''
        tools.print(`${label}: ${found.checked} rows${gaps === '' ? ' OK' : `, broken at ${gaps}`}${begin}`)
        if (gaps !== '') broken.push(`${label}, rows ${gaps}`)
        if (found.plain > 0)
          limits.push(`${label}: 前 ${found.plain} 行写于启用密钥之前 (rows that no key signed)`)
        for (const { key, rows } of found.others) {
          const text = `${label}, rows ${formatGaps(rows)}: 密钥 ${key} (key ${key})`
          if (sealOf()) foreign.push(text)
          else limits.push(`${text}，这里没有密钥可核对 (signed, and no key here)`)
        }
      }
      for (const limit of limits) tools.print(`无法得知 (cannot be determined): ${limit}`)
    })
    refuseForeignRows(foreign)
    if (broken.length > 0) throw new Error(`日志链已断 (the chain is broken): ${broken.join('; ')}`)
  },
}
