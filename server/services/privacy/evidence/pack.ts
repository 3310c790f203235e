import { strToU8 } from 'fflate'

import type { RightSwitches } from '../../../../resources/domain/rights.ts'
import { firmClock } from '../../../../resources/kit/firmTime.ts'
import { resourceNamed } from '../../../../resources/index.ts'
import type { Database } from '../../../db/connection/open.ts'
import { type ArchivedFile, zipStream } from '../../exports/zipStream.ts'
import { fieldInventory } from '../inventory.ts'
import { keptUnder, type Periods } from '../kept.ts'
import { chainProof } from './chainProof.ts'
import {
  countLogged,
  countRequest,
  type EvidenceFindings,
  loggedHeader,
  noFindings,
  requestHeader,
} from './findings.ts'
import { accessTable, inventoryTable, keptTable } from './inventoryTables.ts'
import { loggedRows, type Period, purgesIn, requestsIn } from './loggedRows.ts'
import { proofFacts, type Report, reportHtml } from './report.ts'
import { longTableFile, type EvidenceTable, tableFile } from './table.ts'

type Pack = Pick<Report, 'firm' | 'maker' | 'madeAt' | 'reason' | 'period'> & {
  database: Database
  firmId: number
  period: Period
  switches: RightSwitches
  periods: Periods
}

async function* mapped<R>(pages: AsyncIterable<R[]>, rowOf: (row: R) => readonly string[]) {
  for await (const page of pages) yield page.map(rowOf)
}

async function* onePiece(text: string) {
  yield strToU8(text)
}

const purgeTable = async (pack: Pack): Promise<EvidenceTable> => {
  const rows = await purgesIn(pack)
  const labelOf = (type: string | null, action: string) =>
    action === 'expire' ? '重要日志' : ((type && resourceNamed(type)?.label) ?? type ?? '其他')
  return {
    title: '彻底删除',
    header: ['数据', '日志中的次数', '最近一次'],
    rows: rows.map(it => [
      labelOf(it.targetType, it.action),
      String(it.count),
      firmClock(new Date(it.lastAt)),
    ]),
  }
}

/** Files whose rows are counted while they are written. */
function* countedFiles(pack: Pack, findings: EvidenceFindings): Generator<ArchivedFile> {
  yield longTableFile(
    '个人信息请求',
    requestHeader,
    mapped(requestsIn(pack), countRequest(findings, pack.madeAt)),
  )
  yield longTableFile(
    '导出记录',
    loggedHeader,
    mapped(loggedRows(pack, ['export']), countLogged(findings, 'exports')),
  )
  yield longTableFile(
    '查看手机号记录',
    loggedHeader,
    mapped(loggedRows(pack, ['reveal']), countLogged(findings, 'reveals')),
  )
}

/** The report comes last, since it says what the other files have; a reader finds it by its name. */
async function* filesOf(pack: Pack): AsyncGenerator<ArchivedFile> {
  const resources = fieldInventory(pack.switches)
  const inventory = inventoryTable(resources)
  const access = accessTable(resources)
  const kept = keptTable(keptUnder(pack.periods))
  for (const table of [inventory, access, kept]) yield tableFile(table)
  const purges = await purgeTable(pack)
  yield tableFile(purges)
  const findings = noFindings()
  yield* countedFiles(pack, findings)
  const proof = await chainProof(pack.database, pack.firmId)
  yield tableFile({ title: '日志链的证明', header: ['项目', '内容'], rows: proofFacts(proof) })
  const report = { ...pack, tables: { inventory, access, kept, purges }, findings, proof }
  yield { path: '合规审计报告.html', pieces: onePiece(reportHtml(report)) }
}

/** The evidence for an audit of the processing of personal information in a period, as a ZIP file. */
export const evidencePack = (pack: Pack) => zipStream(filesOf(pack))
