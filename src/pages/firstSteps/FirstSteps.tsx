import { useTranslate } from 'ra-core'

import { icons } from '../../shell/icons.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { stepsFrom, useSteps } from './useSteps.ts'
import { ButtonLink } from '../../shell/Button.tsx'

import './firstSteps.css'

/** 开始使用: from an empty firm to its first published card. */
export const FirstSteps = () => {
  const translate = useTranslate()
  return (
    <Loaded query={useSteps()}>
      {found => {
        if (!found) return <p className="empty">{translate('当前的后端不提供这项检查。')}</p>
        const steps = stepsFrom(found, translate)
        const done = steps.filter(it => it.isDone).length
        return (
          <section className="panel steps" aria-label={translate('开始使用')}>
            <p className="lead">
              {done === steps.length
                ? translate('都已就绪，可以把小程序码发给客户了。')
                : translate('按顺序完成下面几步，小程序就可以对外使用。')}
            </p>
            <div className="steps-progress">
              <progress value={done} max={steps.length} aria-label={translate('完成进度')} />
              <span className="caption">
                {done}/{steps.length}
              </span>
            </div>
            <ol className="plain-list lined">
              {steps.map(({ title, text, path, isDone }, index) => (
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
                    aria-label={translate('%{label}：%{text}', {
                      label: isDone ? translate('查看') : translate('去设置'),
                      text: title,
                    })}
                  >
                    {isDone ? translate('查看') : translate('去设置')}
                  </ButtonLink>
                </li>
              ))}
            </ol>
          </section>
        )
      }}
    </Loaded>
  )
}
