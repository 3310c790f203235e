import { useTranslate } from 'ra-core'

import { type Finding, type Severity, severityLabels } from '../../../resources/domain/finding.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'

import { useFormats } from '../../language/useLanguage.ts'
import './findings.css'

const toneOfSeverity = { high: 'bad', medium: 'waiting', notice: 'info' } as const satisfies Record<
  Severity,
  string
>

export type FindingsProps = {
  findings: readonly Finding[] | null | undefined
  /** Label of a field. */
  labelOf: (field: string) => string
  /** Ignores a finding or stops ignoring it, if the user may. */
  onIgnore?: (finding: Finding) => void
}

type ItemProps = { found: Finding; label: string; onIgnore: FindingsProps['onIgnore'] }

const FindingItem = ({ found, label, onIgnore }: ItemProps) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { severity, text, advice, basis, ignored } = found
  const verb = ignored ? translate('恢复提示') : translate('忽略')
  return (
    <li>
      <p>
        {ignored ? (
          <Chip tone="faint">{translate('已忽略')}</Chip>
        ) : (
          <Chip tone={toneOfSeverity[severity]}>{translate(severityLabels[severity])}</Chip>
        )}{' '}
        {label}
        {text !== '' && <mark>{text}</mark>}
        {onIgnore && (
          <button
            type="button"
            className="row-action"
            aria-label={translate('%{verb}：%{label}%{text}', { verb, label, text })}
            onClick={() => onIgnore(found)}
          >
            {verb}
          </button>
        )}
      </p>
      {ignored ? (
        <p className="secondary">
          {translate('%{by}于 %{timestampText} 忽略：%{reason}', {
            by: ignored.by,
            timestampText: timestampText(ignored.at, formats),
            reason: ignored.reason,
          })}
        </p>
      ) : (
        <>
          <p>{translate(advice)}</p>
          <p className="secondary">{translate('依据：%{basis}', { basis: translate(basis) })}</p>
        </>
      )}
    </li>
  )
}

/** Statements that the advertising rules object to: quotation, advice and legal basis. */
export const Findings = ({ findings, labelOf, onIgnore }: FindingsProps) => {
  const translate = useTranslate()
  if (!findings || findings.length === 0) return null
  const open = findings.filter(it => !it.ignored)
  const toneClass = open.some(it => it.severity === 'high') ? 'is-bad' : open.length > 0 ? 'is-waiting' : ''
  return (
    <section className={`note ${toneClass} findings`} aria-label={translate('推广合规提示')}>
      <h2 className="section-title">{translate('推广合规提示（%{count}）', { count: open.length })}</h2>
      <ul>
        {findings.map(found => (
          <FindingItem
            key={[found.ruleId, found.field, found.start, found.text].join()}
            found={found}
            label={translate(labelOf(found.field))}
            onIgnore={onIgnore}
          />
        ))}
      </ul>
      <p className="secondary">{translate('由系统按词句比对得出，仅供参考，不构成合规意见。')}</p>
    </section>
  )
}
