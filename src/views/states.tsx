import type { ReactNode } from 'react'

import { CallError, sentenceOf } from '../../providers/envelope.ts'
import { StatePage } from '../layout/StatePage.tsx'

const Tray = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <path d="M20 54 34 22h52l14 32v28H20z" />
    <path d="M20 54h24l5 10h22l5-10h24" />
    <path className="accent" d="M52 40h16" />
  </svg>
)

const Glass = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <circle cx="54" cy="42" r="24" />
    <path d="m71 59 20 20" />
    <path className="accent" d="M44 42h20" />
  </svg>
)

const Plug = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <path d="M12 50h28m40 0h28" />
    <path d="M40 38h8a12 12 0 0 1 0 24h-8zM80 38h-8a12 12 0 0 0 0 24h8z" />
    <path className="accent" d="M60 22v-8m14 12 5-6m-33 6-5-6" />
  </svg>
)

const Lock = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <rect x="36" y="42" width="48" height="38" rx="4" />
    <path d="M46 42V30a14 14 0 0 1 28 0v12" />
    <path className="accent" d="M60 56v10" />
  </svg>
)

/** Nothing was made yet: what this is for, and the first step. */
export const EmptyState = ({ label, action }: { label: string; action?: ReactNode }) => (
  <StatePage
    picture={<Tray />}
    title={`还没有${label}`}
    text={action ? `新增后,${label}会列在这里。` : `有了${label}之后会列在这里。`}
    actions={action}
  />
)

/** Something was asked for that does not exist: which condition to drop. */
export const NoResult = ({ conditions, onClear }: { conditions: readonly string[]; onClear: () => void }) => (
  <StatePage
    picture={<Glass />}
    title="没有符合条件的记录"
    text={`可以放宽或去掉条件:${conditions.join('、')}`}
    actions={
      <button type="button" className="button" onClick={onClear}>
        清除全部条件
      </button>
    }
  />
)

/** What happened, the number to name when asking for help, and another try. A missing right is no failure to retry. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { code, requestId } = error instanceof CallError ? error : {}
  const isRefused = code === '4030' || code === '4031'
  return (
    <div role="alert">
      <StatePage
        picture={isRefused ? <Lock /> : <Plug />}
        title={isRefused ? '没有权限查看' : code === '4040' ? '这条记录不存在或已删除' : '没有加载成功'}
        text={isRefused ? `${sentenceOf(error)},需要时请联系主管理员。` : sentenceOf(error)}
        detail={requestId && `请求编号 ${requestId}`}
        actions={
          !isRefused && (
            <button type="button" className="button" onClick={onRetry}>
              重试
            </button>
          )
        }
      />
    </div>
  )
}
