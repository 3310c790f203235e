import { useFormState } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import { type Wrong, wrongIn } from '../../fields/resolver.ts'
import { useSaveKey } from '../../views/form/useSaveKey.ts'
import { AutosaveText } from './AutosaveText.tsx'
import type { Standing } from './standing.ts'
import type { Autosave } from './useAutosave.ts'
import type { Intent } from './useArticleSave.ts'

type Props = {
  fields: Fields
  standing: Standing
  changed: number
  isSaving: boolean
  failure: { message: string; requestId: string | undefined } | null
  autosave: Autosave
  isWaitingForChoice: boolean
  onRetry: () => void
  onIntent: (intent: Intent) => void
  onPreview: () => void
}

const statusText = ({ changed, standing, isWaitingForChoice }: Props) => {
  if (isWaitingForChoice) return '请先选择上面的草稿,再继续自动保存'
  if (changed > 0) return `${changed} 项未保存`
  return standing.isNew ? '' : '没有修改'
}

/** The field may be out of sight: what stands in the way of saving is said here, too. */
const wrongText = (wrong: readonly Wrong[]) => {
  const [first] = wrong
  return wrong.length === 1 ? `${first!.label}:${first!.message}` : `有 ${wrong.length} 处需要修改`
}

const BarText = (props: Props) => {
  const { failure, autosave, changed, fields, onRetry } = props
  const { errors } = useFormState()
  const wrong = wrongIn(errors, fields)
  if (failure)
    return (
      <span className="field-error">
        没有保存:{failure.message}。填写的内容都还在。
        {failure.requestId && <small>请求编号 {failure.requestId}</small>}
      </span>
    )
  return (
    <>
      {wrong.length > 0 ? (
        <span className="field-error">{wrongText(wrong)}</span>
      ) : (
        <span>{statusText(props)}</span>
      )}
      {(changed > 0 || autosave.kind === 'failed') && <AutosaveText state={autosave} onRetry={onRetry} />}
    </>
  )
}

/** Always in sight: what is unsaved, what the draft does, and the ways on. */
export const ArticleBar = (props: Props) => {
  const { standing, changed, isSaving, onIntent, onPreview } = props
  const { isNew, isLocked, saveLabel, submitLabel, isSubmittable } = standing
  const save = useSaveKey()
  return (
    <div className="save-bar article-bar">
      <p className="save-bar-text" role="status">
        {!isLocked && <BarText {...props} />}
      </p>
      <div className="article-buttons">
        {isLocked || (changed === 0 && !isNew) ? (
          <button type="button" className="button" disabled={isSaving} onClick={onPreview}>
            预览
          </button>
        ) : (
          <button type="submit" className="button" disabled={isSaving} onClick={() => onIntent('preview')}>
            预览
          </button>
        )}
        {!isLocked && (
          <>
            <button
              type="submit"
              ref={save}
              className="button"
              title="Ctrl+S"
              disabled={isSaving || (!isNew && changed === 0)}
              onClick={() => onIntent('save')}
            >
              {saveLabel}
            </button>
            <button
              type="submit"
              className="button button-primary"
              disabled={isSaving || (!isSubmittable && changed === 0)}
              onClick={() => onIntent('submit')}
            >
              {isSaving ? '处理中…' : submitLabel}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
