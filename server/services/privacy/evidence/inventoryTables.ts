import { levelLabels } from '../../../../resources/domain/levelLabels.ts'
import type { Scope } from '../../../../resources/domain/rights.ts'
import { resourceNamed } from '../../../../resources/index.ts'
import type { Holder, InventoriedResource } from '../inventory.ts'
import type { keptUnder } from '../kept.ts'
import type { EvidenceTable } from './table.ts'

const scopeLabels: Readonly<Record<Scope, string>> = {
  all: '全所',
  office: '本所',
  own: '本人创建的',
  self: '本人的',
}
const classLabels = { general: '一般个人信息', sensitive: '敏感个人信息', none: '非个人信息' } as const

const levels = ['L1', 'L2', 'L3', 'L4', 'lawyer', 'system'] as const

const scopesByLevel = (holders: readonly Holder[]) =>
  levels.map(level => {
    const found = holders.find(it => it.level === level)
    return found ? scopeLabels[found.scope] : '—'
  })

const labelOf = (resource: string) => resourceNamed(resource)?.label ?? resource
const fieldLabel = (resource: string, field: string) => resourceNamed(resource)?.fields[field]?.label ?? field

/** One row for each field. */
export const inventoryTable = (resources: readonly InventoriedResource[]): EvidenceTable => ({
  title: '个人信息清单',
  header: ['数据', '字段', '字段名', '类别', '处理目的', '另有查看限制', '查看完整值时记入日志'],
  rows: resources.flatMap(({ resource, groups, restricted }) =>
    groups.flatMap(group =>
      group.fields.map(field => {
        const restriction = restricted.find(it => it.field === field)
        return [
          labelOf(resource),
          fieldLabel(resource, field),
          `${resource}.${field}`,
          classLabels[group.class],
          group.purpose,
          restriction ? '是' : '否',
          restriction?.isLogged ? '是' : '否',
        ]
      }),
    ),
  ),
})

/** Who reads the records, and who reads the fields that not everybody reads whole. */
export const accessTable = (resources: readonly InventoriedResource[]): EvidenceTable => ({
  title: '查看权限',
  header: ['数据', '字段', '权限', ...levels.map(it => levelLabels[it])],
  rows: resources.flatMap(({ resource, read, restricted }) => [
    [labelOf(resource), '全部字段，另有说明的除外', '查看', ...scopesByLevel(read)],
    ...restricted.flatMap(it => [
      [labelOf(resource), fieldLabel(resource, it.field), '查看（可能打码）', ...scopesByLevel(it.read)],
      [labelOf(resource), fieldLabel(resource, it.field), '查看完整值', ...scopesByLevel(it.whole)],
    ]),
  ]),
})

/** What is stored, and for how long. */
export const keptTable = (kept: ReturnType<typeof keptUnder>): EvidenceTable => ({
  title: '保存期限',
  header: ['数据', '数据表', '类别', '处理目的', '保存期限'],
  rows: kept.map(it => [it.what, it.tables.join(' '), classLabels[it.class], it.purpose, it.retention]),
})
