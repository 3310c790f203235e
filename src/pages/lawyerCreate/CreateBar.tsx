import { FailureText } from '../../saving/FailureText.tsx'
import type { Failure } from '../../saving/failure.ts'

type Props = {
  count: number
  /** So many would be created now. */
  right: number
  wrong: number
  /** So many passed the check; 0 when there was none since the last change. */
  passed: number
  isAll: boolean
  onAll: (isAll: boolean) => void
  isSending: boolean
  /** So many were sent. */
  done: number
  failure: Failure | null
  onCheck: () => void
  onCreate: () => void
  onNextWrong: () => void
}

const stateOf = ({ count, right, wrong, passed, isSending, done }: Props) => {
  if (isSending && done > 0) return `已处理 ${done} 人…`
  if (count === 0) return '还没有填写'
  if (wrong > 0) return `${count} 人，其中 ${wrong} 人需要修改`
  if (right === 0) return `${count} 人待填写完整`
  return passed > 0 ? `检查通过，可以创建 ${passed} 人` : `${count} 人待创建`
}

/** Always in sight: how many, what is wrong, and the way to make them. */
export const CreateBar = (props: Props) => {
  const { count, right, wrong, isAll, onAll, isSending, failure, onCheck, onCreate, onNextWrong } = props
  return (
    <div className="save-bar has-many create-bar">
      <p className="save-bar-text" role="status">
        {failure ? <FailureText what="没有完成" failure={failure} /> : stateOf(props)}
      </p>
      {wrong > 0 && (
        <button type="button" className="button" onClick={onNextWrong}>
          下一处错误
        </button>
      )}
      <label className="inline-check">
        <input type="checkbox" checked={isAll} onChange={({ target }) => onAll(target.checked)} />
        全部正确才创建
      </label>
      <button type="button" className="button" disabled={count === 0 || isSending} onClick={onCheck}>
        检查
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={right === 0 || isSending}
        onClick={onCreate}
      >
        {isSending ? '处理中…' : right > 1 ? `创建 ${right} 个账号` : '创建账号'}
      </button>
    </div>
  )
}
