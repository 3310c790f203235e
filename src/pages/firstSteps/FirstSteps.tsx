import Check from '@mui/icons-material/CheckOutlined'
import { Link } from 'react-router-dom'

import { Loaded } from '../../loading/Loaded.tsx'
import { useSteps } from './useSteps.ts'

import './firstSteps.css'

/** 开始使用: from an empty firm to its first published card. */
export const FirstSteps = () => (
  <Loaded query={useSteps()}>
    {steps => {
      if (!steps) return <p className="empty">当前的后端不提供这项检查。</p>
      const done = steps.filter(it => it.isDone).length
      return (
        <section className="panel steps" aria-label="开始使用">
          <p className="lead">
            {done === steps.length
              ? '都已就绪，可以把小程序码发给客户了。'
              : '按顺序完成下面几步，小程序就可以对外使用。'}
          </p>
          <div className="steps-progress">
            <progress value={done} max={steps.length} aria-label="完成进度" />
            <span className="caption">
              {done}/{steps.length}
            </span>
          </div>
          <ol className="plain-list lined">
            {steps.map(({ title, text, path, isDone }, index) => (
              <li key={title} className={isDone ? 'step is-done' : 'step'}>
                <span className="step-mark" aria-hidden>
                  {isDone ? <Check fontSize="small" /> : index + 1}
                </span>
                <div>
                  <strong>{title}</strong>
                  <p className="caption">{text}</p>
                </div>
                <span className="caption">{isDone ? '已完成' : '待完成'}</span>
                <Link className="button" to={path} aria-label={`${isDone ? '查看' : '去设置'}：${title}`}>
                  {isDone ? '查看' : '去设置'}
                </Link>
              </li>
            ))}
          </ol>
        </section>
      )
    }}
  </Loaded>
)
