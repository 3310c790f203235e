import { useTranslate } from 'ra-core'
import { useFormState } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import { type FieldError, listErrors } from '../../fields/resolver.ts'
import type { SaveFailure } from '../../form/failure.ts'
import { useDeferredValues } from '../../shell/useDeferredValues.ts'
import { FailureText } from '../../form/FailureText.tsx'
import { useIntents } from '../../form/useIntents.ts'
import { useSaveShortcut } from '../../form/useSaveShortcut.ts'
import { AutosaveText } from '../../form/drafts/AutosaveText.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { EditorState } from './editorState.ts'
import { missingArticleFields } from './missing.ts'
import type { AutosaveState } from '../../form/drafts/useAutosave.ts'
import type { ArticleIntent } from './useArticleSave.ts'
import { Button } from '../../shell/Button.tsx'

type Props = {
  fields: Fields
  editor: EditorState
  changed: number
  isSaving: boolean
  failure: SaveFailure | null
  autosave: AutosaveState
  isWaitingForChoice: boolean
  onRetry: () => void
  onIntent: (intent: ArticleIntent) => void
  onPreview: () => void
}

const statusText = ({ changed, editor, isWaitingForChoice }: Props, translate: Translate) => {
  if (isWaitingForChoice) return translate('请先选择上面的草稿，再继续自动保存')
  if (changed > 0) return translate('%{changed} 项未保存', { changed })
  return editor.isNew ? '' : translate('没有修改')
}

/** The field may be out of sight: what stands in the way of saving is said here, too. */
const wrongText = (wrong: readonly FieldError[], translate: Translate) => {
  const [first] = wrong
  return wrong.length === 1
    ? translate('%{label}：%{text}', { label: first!.label, text: first!.message })
    : translate('有 %{count} 处需要修改', { count: wrong.length })
}

/** Said before the button is pressed, not only after. */
const Missing = ({ fields, editor }: Props) => {
  const translate = useTranslate()
  const missing = missingArticleFields(fields, useDeferredValues())
  return (
    missing.length > 0 && (
      <span>
        {translate('%{submitLabel}前还需填写：%{missing}', {
          submitLabel: editor.submitLabel,
          missing: missing.map(it => translate(it)).join(translate('、')),
        })}
      </span>
    )
  )
}

const BarText = (props: Props) => {
  const translate = useTranslate()
  const { failure, autosave, changed, fields, onRetry } = props
  const { errors } = useFormState()
  const wrong = listErrors(errors, fields, translate)
  if (failure) return <FailureText what={translate('没有保存')} failure={failure} />
  return (
    <>
      {wrong.length > 0 ? (
        <span className="field-error">{wrongText(wrong, translate)}</span>
      ) : (
        <>
          <span>{statusText(props, translate)}</span>
          <Missing {...props} />
        </>
      )}
      {(changed > 0 || autosave.kind === 'failed') && <AutosaveText state={autosave} onRetry={onRetry} />}
    </>
  )
}

/** Always in sight: what is unsaved, what the draft does, and the ways on. */
export const ArticleBar = (props: Props) => {
  const translate = useTranslate()
  const { editor, changed, isSaving, onIntent, onPreview } = props
  const { isNew, isLocked, saveLabel, submitLabel, isSubmittable } = editor
  const save = useSaveShortcut()
  const { isBusy, waitingText, press, labelOf } = useIntents<ArticleIntent>({ isSaving, onIntent })
  return (
    <div className="save-bar has-many article-bar">
      <p className="save-bar-text" role="status">
        {waitingText ?? (!isLocked && <BarText {...props} />)}
      </p>
      {isLocked || (changed === 0 && !isNew) ? (
        <Button disabled={isBusy} onClick={onPreview}>
          {translate('预览')}
        </Button>
      ) : (
        <Button type="submit" disabled={isBusy} onClick={press('preview')}>
          {labelOf('preview', translate('预览'))}
        </Button>
      )}
      {!isLocked && (
        <>
          <Button
            type="submit"
            ref={save}
            title="Ctrl+S"
            disabled={isBusy || (!isNew && changed === 0)}
            onClick={press('save')}
          >
            {labelOf('save', saveLabel)}
          </Button>
          <Button
            type="submit"
            look="primary"
            disabled={isBusy || (!isSubmittable && changed === 0)}
            onClick={press('submit')}
          >
            {labelOf('submit', submitLabel)}
          </Button>
        </>
      )}
    </div>
  )
}
