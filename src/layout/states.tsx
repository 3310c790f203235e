import type { ReactNode } from 'react'

import { CallError, sentenceOf } from '../../providers/envelope.ts'
import { Button } from './Button.tsx'
import { StatePage } from './StatePage.tsx'

/** Nothing was made yet: what this is for, and the first step. */
export const EmptyState = ({ label, action }: { label: string; action?: ReactNode }) => (
  <StatePage
    picture="tray"
    title={`还没有${label}`}
    text={action ? `新增后，${label}会列在这里。` : `有了${label}之后会列在这里。`}
    actions={action}
  />
)

/** No row satisfies the filters: which of them to drop. */
export const NoResult = ({ conditions, onClear }: { conditions: readonly string[]; onClear: () => void }) => (
  <StatePage
    picture="glass"
    title="没有符合条件的记录"
    text={`可以放宽或去掉条件：${conditions.join('、')}`}
    actions={<Button onClick={onClear}>清除全部条件</Button>}
  />
)

/** What happened, the number to name when asking for help, and another try. A missing right is no failure to retry. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const { code, requestId } = error instanceof CallError ? error : {}
  const isRefused = code === '4030' || code === '4031'
  const failed = code === '4040' ? '这条记录不存在或已删除' : '没有加载成功'
  return (
    <div role="alert">
      <StatePage
        picture={isRefused ? 'lock' : 'plug'}
        title={isRefused ? '没有权限查看' : failed}
        text={isRefused ? `${sentenceOf(error)}，需要时请联系主管理员。` : sentenceOf(error)}
        detail={requestId && `请求编号 ${requestId}`}
        actions={!isRefused && <Button onClick={() => void onRetry()}>重试</Button>}
      />
    </div>
  )
}
