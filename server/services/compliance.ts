import type { FieldErrors } from '../../resources/domain/codes.ts'
import { findingsIn, type Person } from '../../resources/domain/compliance.ts'
import type { Finding } from '../../resources/domain/finding.ts'

/** 推广合规自检 of the setting 审核权限: 0 关闭, 1 提示, 2 高风险阻止. */
export type ComplianceMode = 0 | 1 | 2

const years = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' })

type Judged = { mode: ComplianceMode; now: Date; person?: Person }

export const findingsFor = (values: object, { mode, now, person }: Judged): Finding[] =>
  mode === 0 ? [] : findingsIn({ ...values }, Number(years.format(now)), person)

/** What the firm does not let be published, at each field the first. */
export const blockingErrors = (values: object, judged: Judged): FieldErrors => {
  if (judged.mode !== 2) return {}
  const grave = findingsFor(values, judged).filter(it => it.severity === 'high')
  return Object.fromEntries(
    grave.toReversed().map(({ field, text, advice }) => [field, text ? `“${text}”：${advice}` : advice]),
  )
}
