import { firmClock } from '../../../../resources/kit/firmTime.ts'
import { maskMobiles } from '../../../../resources/kit/index.ts'
import { escapeXml, fonts } from '../../outputs/drawing.ts'
import type { ChainProof } from './chainProof.ts'
import { type EvidenceFindings, loggedHeader, requestHeader, shownRows, type Tail } from './findings.ts'
import type { Period } from './loggedRows.ts'
import type { EvidenceTable } from './table.ts'

// The report is one HTML file without anything from elsewhere, so that it can be printed, sent and kept.

const style = `
:root{color-scheme:light}
body{font:14px/1.6 ${fonts};color:#1d2433;margin:0 auto;max-width:1060px;padding:32px 24px}
h1{font-size:26px;margin:0 0 8px}h2{font-size:18px;margin:36px 0 8px;padding-bottom:6px;border-bottom:1px solid #d5dae3}
p{margin:6px 0}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:12px 0}dt{color:#5a6478}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:12px;margin:10px 0}th,td{border:1px solid #d5dae3;padding:4px 8px;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{background:#f2f4f8;font-weight:600}.good{color:#0b6b3a}.bad{color:#a31621;font-weight:600}.note{color:#5a6478}code{font-size:12px}
@page{margin:16mm}@media print{body{padding:0;max-width:none}h2{break-after:avoid}tr{break-inside:avoid}thead{display:table-header-group}}
@media (max-width:640px){body{padding:20px 12px}.wide{overflow-x:auto}dl{grid-template-columns:1fr}}`

const rowHtml = (cells: readonly string[], tag: 'td' | 'th') =>
  `<tr>${cells.map(cell => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${escapeXml(cell)}</${tag}>`).join('')}</tr>`

const tableHtml = (title: string, header: readonly string[], rows: readonly (readonly string[])[]) =>
  rows.length === 0
    ? '<p class="note">没有记录。</p>'
    : `<div class="wide" tabindex="0" role="region" aria-label="${escapeXml(title)}"><table><thead>${rowHtml(header, 'th')}</thead><tbody>${rows
        .map(row => rowHtml(row, 'td'))
        .join('')}</tbody></table></div>`

const factsHtml = (facts: readonly (readonly [string, string])[]) =>
  `<dl>${facts.map(([name, value]) => `<dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd>`).join('')}</dl>`

const section = (title: string, ...parts: string[]) =>
  `<section><h2>${title}</h2>${parts.join('\n')}</section>`

const tailNote = ({ count, last }: Tail, file: string) =>
  count > last.length
    ? `<p class="note">共${count}条，这里是最近${shownRows}条，全部见“${file}.csv”。</p>`
    : `<p class="note">共${count}条，与“${file}.csv”相同。</p>`

/** What the firm's log says about itself. */
export const proofFacts = (proof: ChainProof): (readonly [string, string])[] => {
  const { first, head, checked, expired, brokenAt, anchors, keyName, unsigned, foreignKeys } = proof
  return [
    ['核对结果', brokenAt === '' ? '完整，没有被改动、缺失或错位的记录' : `日志链在序号 ${brokenAt} 处断开`],
    ['核对的条数', String(checked)],
    ['第一条', first ? `序号 ${first.seq}，${firmClock(first.at)}，校验值 ${first.hash}` : '没有记录'],
    ['最后一条', head ? `序号 ${head.seq}，校验值 ${head.hash}` : '没有记录'],
    ['到期删除', expired ? `序号 1-${expired.seq} 已按保存期限删除，校验值 ${expired.hash}` : '无'],
    ['签名密钥', keyName ?? '无密钥，无法发现整体重算'],
    ['启用密钥前的记录', String(unsigned)],
    ['其他密钥签名的记录', foreignKeys.length > 0 ? foreignKeys.join('；') : '无'],
    ['数据库外的锚点', `${anchors.count}个有效，${anchors.damaged}行无效`],
    [
      '最后一个锚点',
      anchors.last
        ? `序号 ${anchors.last.seq}，${firmClock(new Date(anchors.last.at))}，校验值 ${anchors.last.hash}`
        : '无锚点，无法发现末尾被删',
    ],
  ]
}

const howToVerify = `<p>如何独立核对：系统管理员执行 <code>npm run cli -- export-firm</code>，导出的文件夹含日志副本和核对程序 <code>verify.mjs</code>。在任何装有 Node 的电脑上执行 <code>AUDIT_KEY=… node verify.mjs</code>，不需要本系统。<code>AUDIT_KEY</code> 为日志密钥，没有时只核对各条是否相连。最后一条的校验值应与上表一致，或在其后。</p>
<p>系统管理员也可执行 <code>npm run cli -- verify-audit</code>，在本系统核对，不修改任何数据。</p>`

export type Report = {
  firm: string
  maker: { name: string; level: string }
  madeAt: Date
  reason: string
  period: Period
  tables: { inventory: EvidenceTable; access: EvidenceTable; kept: EvidenceTable; purges: EvidenceTable }
  findings: EvidenceFindings
  proof: ChainProof
}

const requestSection = ({ requests }: EvidenceFindings) => {
  const answered = requests.done + requests.refused
  return section(
    '四、个人信息请求和答复时间',
    factsHtml([
      [
        '请求',
        `${requests.count}件：已完成${requests.done}，已拒绝${requests.refused}，待处理${requests.open}`,
      ],
      ['平均答复用时', answered > 0 ? `${(requests.days / answered).toFixed(1)}天` : '没有已答复的请求'],
      ['超过15天时限', `${requests.late}件`],
    ]),
    tailNote(requests, '个人信息请求'),
    tableHtml('个人信息请求', requestHeader, requests.last),
    '<p class="note">请求和答复的正文可能含有个人信息，不在本文件中，见系统的“个人信息请求”。</p>',
  )
}

const peopleHeader = ['操作人', '级别', '导出次数', '导出条数', '查看手机号次数']
const maxPeople = 500

const usageSection = ({ exports, reveals, people }: EvidenceFindings) => {
  const rows = [...people.values()]
    .toSorted((a, b) => b.exports + b.reveals - (a.exports + a.reveals))
    .slice(0, maxPeople)
    .map(it => [it.name, it.level, String(it.exports), String(it.exportedRows), String(it.reveals)])
  return section(
    '五、导出和查看手机号',
    '<p class="note">包括本次导出。按操作人统计，次数多的在前。</p>',
    tableHtml('按操作人统计', peopleHeader, rows),
    '<h3>导出</h3>',
    tailNote(exports, '导出记录'),
    tableHtml('导出', loggedHeader, exports.last),
    '<h3>查看手机号</h3>',
    tailNote(reveals, '查看手机号记录'),
    tableHtml('查看手机号', loggedHeader, reveals.last),
  )
}

const declared = ({ title, header, rows }: EvidenceTable) => tableHtml(title, header, rows)

/** The report leaves out what says nothing about people. */
const personalOnly = (table: EvidenceTable): EvidenceTable => ({
  ...table,
  rows: table.rows.filter(cells => !cells.includes('非个人信息')),
})

export const reportHtml = (report: Report): string => {
  const { firm, maker, madeAt, reason, period, tables, findings, proof } = report
  const isWhole = proof.brokenAt === ''
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(`${firm} 个人信息保护合规审计资料`)}</title><style>${style}</style></head><body>
<header><h1>个人信息保护合规审计资料</h1>
${factsHtml([
  ['律所', firm],
  ['期间', `${period.from} 至 ${period.to}`],
  ['导出人', `${maker.name}（${maker.level}）`],
  ['导出时间', firmClock(madeAt)],
  ['导出原因', maskMobiles(reason)],
  [
    '依据',
    '《个人信息保护法》第五十四条至第五十六条、《个人信息保护合规审计管理办法》（2025年5月1日起施行）',
  ],
])}
<p class="${isWhole ? 'good' : 'bad'}">${isWhole ? '日志链完整。' : `日志链在序号 ${escapeXml(proof.brokenAt)} 处断开，见第六部分。`}</p>
<p class="note">清单和权限由系统的声明生成，与系统实际执行的一致；类别和目的由系统的编写者判断，请结合律所的情况复核。本文件不含密码、密钥和完整手机号。</p></header><main>
${section('一、个人信息清单', '<p class="note">非个人信息的字段见“个人信息清单.csv”。</p>', declared(personalOnly(tables.inventory)))}
${section('二、谁可以查看', '<p class="note">按律所目前的权限设置。子管理员的审核、导出权限可以按人收回。</p>', declared(tables.access))}
${section('三、保存期限', declared(tables.kept), '<h3>期间内彻底删除的数量</h3>', declared(tables.purges))}
${requestSection(findings)}
${usageSection(findings)}
${section('六、日志链的证明', factsHtml(proofFacts(proof)), howToVerify)}
</main></body></html>
`
}
