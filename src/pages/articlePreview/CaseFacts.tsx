import type { Article } from './useArticle.ts'
import { words } from './words.ts'

type Props = { facts: NonNullable<Article['caseInfo']>; language: Article['language'] }

/** 案例信息: what is left empty is left out. */
export const CaseFacts = ({ facts, language }: Props) => {
  const said = words[language]
  const { stage } = facts as { stage?: 1 | 2 | 3 | 4 | 5 | null }
  const { cause, court, closedYear, outcome } = facts as Record<string, string | number | null | undefined>
  const rows = [
    [said.cause, cause],
    [said.court, court],
    [said.stage, stage && said.stages[stage]],
    [said.closedYear, closedYear],
    [said.outcome, outcome],
  ] as const
  return (
    <section className="preview-case" aria-label={said.caseInfo}>
      <h3>{said.caseInfo}</h3>
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
