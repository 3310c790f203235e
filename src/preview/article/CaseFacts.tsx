import { articleLabelsIn } from './labels.ts'
import type { PreviewArticle } from './article.ts'

type Props = { facts: NonNullable<PreviewArticle['caseInfo']>; language: PreviewArticle['language'] }

/** Facts of a case (案例信息); empty ones are left out. */
export const CaseFacts = ({ facts, language }: Props) => {
  const texts = articleLabelsIn(language)
  const { stage, cause, court, closedYear, outcome } = facts
  const rows = [
    [texts.cause, cause],
    [texts.court, court],
    [texts.stage, stage && texts.stages[stage]],
    [texts.closedYear, closedYear],
    [texts.outcome, outcome],
  ] as const
  const filled = rows.filter(([, value]) => value)
  if (filled.length === 0) return null
  return (
    <section className="preview-case panel" aria-label={texts.caseInfo}>
      <h3 className="section-title">{texts.caseInfo}</h3>
      <dl className="facts">
        {filled.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
