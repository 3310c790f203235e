import { useWatch } from 'react-hook-form'

import { capabilities, type Level, rights, rightSwitches, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'

const reach = (officeLevel: OfficeLevel) => {
  const level: Level = `L${officeLevel}`
  return new Map(capabilities.map(it => [it, scopeOf(it, level, rightSwitches)]))
}

const width = { all: 3, office: 2, own: 1, self: 1 } as const
const widthOf = (scope: keyof typeof width | null | undefined) => (scope ? width[scope] : 0)

/** So many rights are named; the number tells of the others. */
const named = 4
const list = (labels: readonly string[]) =>
  `${labels.length}项权限（${labels.slice(0, named).join('、')}${labels.length > named ? ' 等' : ''}）`

/** What another level takes and gives, by the matrix of rights. */
const sentenceOf = (before: OfficeLevel, after: OfficeLevel) => {
  const [old, next] = [reach(before), reach(after)]
  const differing = (by: 1 | -1) =>
    capabilities
      .filter(it => Math.sign(widthOf(next.get(it)) - widthOf(old.get(it))) === by)
      .map(it => rights[it].label)
  const [lost, gained] = [differing(-1), differing(1)]
  const parts = [
    ...(lost.length > 0 ? [`失去或缩小${list(lost)}`] : []),
    ...(gained.length > 0 ? [`得到或扩大${list(gained)}`] : []),
  ]
  return parts.length > 0 ? `保存后，1名管理员将${parts.join('，')}。` : '保存后，权限没有变化。'
}

/** Said before a level is changed. */
export const LevelConsequence = ({ before }: { before: OfficeLevel }) => {
  const after = useWatch({ name: 'officeLevel' }) as OfficeLevel | null
  if (!after || after === before) return null
  return (
    <p className="note is-info" role="status">
      {sentenceOf(before, after)}
    </p>
  )
}
