import type { Failure } from './useCreate.ts'

type Props = {
  count: number
  wrong: number
  /** So many passed the check; 0 when there was none since the last change. */
  passed: number
  isAll: boolean
  onAll: (isAll: boolean) => void
  isSending: boolean
  failure: Failure | null
  onCheck: () => void
  onCreate: () => void
}

const stateOf = ({ count, wrong, passed }: Props) => {
  if (count === 0) return '还没有填写'
  if (wrong > 0) return `${count} 人,其中 ${wrong} 人需要修改`
  return passed > 0 ? `检查通过,可以创建 ${passed} 人` : `${count} 人待创建`
}

/** Always in sight: how many, what is wrong, and the way to make them. */
export const CreateBar = (props: Props) => {
  const { count, isAll, onAll, isSending, failure, onCheck, onCreate } = props
  return (
    <div className="save-bar create-bar">
      <p className="save-bar-text" role="status">
        {failure ? (
          <span className="field-error">
            没有完成:{failure.message}。填写的内容都还在。
            {failure.requestId && <small>请求编号 {failure.requestId}</small>}
          </span>
        ) : (
          stateOf(props)
        )}
      </p>
      <label className="create-all">
        <input type="checkbox" checked={isAll} onChange={({ target }) => onAll(target.checked)} />
        全部正确才创建
      </label>
      <button type="button" className="button" disabled={count === 0 || isSending} onClick={onCheck}>
        检查
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={count === 0 || isSending}
        onClick={onCreate}
      >
        {isSending ? '处理中…' : count > 1 ? `创建 ${count} 个账号` : '创建账号'}
      </button>
    </div>
  )
}
