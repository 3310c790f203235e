import { useTranslate } from 'ra-core'

export type Rule = { sentence: string; isMet: boolean }

/** An inline SVG: importing the icon table would load MUI's styling for applicants. */
const RuleIcon = ({ isMet }: { isMet: boolean }) => (
  <svg viewBox="0 0 16 16" aria-hidden>
    {isMet ? <path d="m3.5 8.5 3 3 6-7" /> : <circle cx="8" cy="8" r="2" />}
  </svg>
)

/** Shows which rules a new password meets while it is typed, and mentions the rule that only the server can check. */
export const PasswordRules = ({ rules }: { rules: readonly Rule[] }) => {
  const translate = useTranslate()
  return (
    <ul className="password-rules">
      {rules.map(({ sentence, isMet }) => (
        <li key={sentence} className={isMet ? 'is-met' : undefined}>
          <RuleIcon isMet={isMet} />
          {sentence}
          <span className="hidden-text">{isMet ? translate('（已满足）') : translate('（未满足）')}</span>
        </li>
      ))}
      <li>
        <RuleIcon isMet={false} />
        {translate('不是常见密码，也不包含登录账号（保存时检查）')}
      </li>
    </ul>
  )
}
