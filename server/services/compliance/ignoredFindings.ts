import type { Finding, FindingKey, IgnoredFinding } from '../../../resources/domain/finding.ts'
import { isSameFinding, severityLabels } from '../../../resources/domain/finding.ts'
import type { LogModule } from '../../../resources/domain/logVocabulary.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type LogEntry, log } from '../audit/audit.ts'

type IgnoreInput = FindingKey & { ignore: 0 | 1; reason?: string | undefined }
type IgnoreSubject = {
  module: LogModule
  target: NonNullable<LogEntry['target']>
  /** The label of the field. */
  label: string
  findings: readonly Finding[]
  ignored: readonly IgnoredFinding[]
}

/**
 * Adds or removes a finding among the ignored ones and logs it with the reason; only for current findings.
 */
export const updateIgnoredFindings = async (
  context: Context,
  { ruleId, field, text, ignore, reason }: IgnoreInput,
  { module, target, label, findings, ignored }: IgnoreSubject,
): Promise<IgnoredFinding[]> => {
  const { caller, now } = context
  const key = { ruleId, field, text }
  const found = findings.find(it => isSameFinding(it, key))
  if (!found) throw new ApiError('4091', '该提示已不存在，请刷新')
  // Findings that no longer exist are dropped, since they would have to be decided anew.
  const others = ignored.filter(
    it => !isSameFinding(it, key) && findings.some(finding => isSameFinding(finding, it)),
  )
  const severity = severityLabels[found.severity]
  const what = text === '' ? label : `${label}“${text}”`
  await log(context, {
    module,
    action: ignore === 1 ? 'ignore' : 'unignore',
    target,
    summary:
      ignore === 1
        ? `忽略【${target.name}】的推广合规提示：${what}（${ruleId}，${severity}）`
        : `恢复【${target.name}】的推广合规提示：${what}（${ruleId}，${severity}）`,
    reason: reason ?? null,
  })
  return ignore === 0
    ? others
    : [...others, { ...key, reason: reason ?? '', by: caller.name, at: now.toISOString() }]
}
