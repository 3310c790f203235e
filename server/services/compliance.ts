import type { FieldErrors } from '../../resources/domain/codes.ts'
import { findingsIn, type Person } from '../../resources/domain/compliance.ts'
import { type Finding, type IgnoredFinding, isSameFinding } from '../../resources/domain/finding.ts'

/** 推广合规自检 of the setting 审核权限: 0 关闭, 1 提示, 2 高风险阻止. */
export type ComplianceMode = 0 | 1 | 2

const years = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' })

type Judged = {
  mode: ComplianceMode
  now: Date
  person?: Person
  /** What whoever decides about it has let stand. */
  ignored?: readonly IgnoredFinding[] | undefined
}

const marked = (found: Finding, ignored: readonly IgnoredFinding[]): Finding => {
  const allowed = ignored.find(it => isSameFinding(it, found))
  return allowed ? { ...found, ignored: { reason: allowed.reason, by: allowed.by, at: allowed.at } } : found
}

export const findingsFor = (values: object, { mode, now, person, ignored = [] }: Judged): Finding[] =>
  mode === 0
    ? []
    : findingsIn({ ...values }, Number(years.format(now)), person).map(it => marked(it, ignored))

/** What the firm does not let be published, at each field the first. */
export const blockingErrors = (values: object, judged: Judged): FieldErrors => {
  if (judged.mode !== 2) return {}
  const grave = findingsFor(values, judged).filter(it => it.severity === 'high' && !it.ignored)
  return Object.fromEntries(
    grave.toReversed().map(({ field, text, advice }) => [field, text ? `“${text}”：${advice}` : advice]),
  )
}
