import { useTranslate } from 'ra-core'

import { ButtonLink } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'
import { icons } from '../../ui/icons.ts'
import type { FirstStep } from './useFirstSteps.ts'

import './firstSteps.css'

type Props = {
  steps: readonly FirstStep[]
  /** Whether the button of the next step is the primary one of the page. */
  isPrimary: boolean
}

/** List of the first steps with their progress. */
export const StepList = ({ steps, isPrimary }: Props) => {
  const translate = useTranslate()
  const done = steps.filter(step => step.isDone).length
  const next = steps.findIndex(step => !step.isDone)
  return (
    <section className="panel steps" aria-label={translate('开始使用')}>
      <p className="lead">
        {next < 0
          ? translate('都已就绪，可以把小程序码发给客户了。')
          : translate('按顺序完成下面几步，小程序就可以对外使用。')}
      </p>
      <div className="steps-progress">
        <ProgressBar value={done} max={steps.length} label={translate('完成进度')} />
        <span className="caption">
          {done}/{steps.length}
        </span>
      </div>
      <ol className="plain-list lined steps-list">
        {steps.map(({ title, text, path, isDone }, index) => {
          const linkLabel = isDone ? translate('查看') : translate('去设置')
          return (
            <li key={title} className={isDone ? 'step is-done' : 'step'}>
              <span className="step-mark" aria-hidden>
                {isDone ? <icons.check /> : index + 1}
              </span>
              <div>
                <strong>{title}</strong>
                <p className="caption">{text}</p>
              </div>
              <span className="caption">{isDone ? translate('已完成') : translate('待完成')}</span>
              <ButtonLink
                to={path}
                {...(isPrimary && index === next && { look: 'primary' as const })}
                aria-label={translate('%{label}：%{text}', { label: linkLabel, text: title })}
              >
                {linkLabel}
              </ButtonLink>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
