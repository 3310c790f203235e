import { type Finding, type Severity, severityLabels } from '../../resources/domain/finding.ts'
import { Chip } from '../fields/cells.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'

import './findings.css'

const tones = { high: 'bad', medium: 'waiting', notice: 'info' } as const satisfies Record<Severity, string>

type Props = {
  findings: readonly Finding[] | null | undefined
  /** What people call a field. */
  labelOf: (field: string) => string
}

/** What the rules of promotion object to: quoted, explained, with where it is written. */
export const Findings = ({ findings, labelOf }: Props) => {
  const translate = useTranslate()
  if (!findings || findings.length === 0) return null
  const gravest = findings.some(it => it.severity === 'high') ? 'is-bad' : 'is-waiting'
  return (
    <section className={`note ${gravest} findings`} aria-label={translate('推广合规提示')}>
      <h2 className="section-title">{translate('推广合规提示（%{count}）', { count: findings.length })}</h2>
      <ul>
        {findings.map(({ ruleId, severity, field, start, text, advice, basis }) => (
          <li key={[ruleId, field, start, text].join()}>
            <p>
              <Chip tone={tones[severity]}>{severityLabels[severity]}</Chip> {labelOf(field)}
              {text !== '' && <mark>{text}</mark>}
            </p>
            <p>{advice}</p>
            <p className="secondary">{translate('依据：%{basis}', { basis })}</p>
          </li>
        ))}
      </ul>
      <p className="secondary">{translate('由系统按词句比对得出，仅供参考，不构成合规意见。')}</p>
    </section>
  )
}
