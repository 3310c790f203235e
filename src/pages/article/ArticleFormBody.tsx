import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useRef } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'

import { finding } from '../../../resources/domain/finding.ts'
import type { AnyRecord, AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreOfArticle } from '../../review/findings/useIgnoring.ts'
import { useSession } from '../../shell/sessionContext.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { FloatingPreview } from '../../preview/PreviewAside.tsx'
import { ErrorSummary } from '../../form/ErrorSummary.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { ArticleBar } from './ArticleBar.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { DraftChoice } from '../../form/drafts/DraftChoice.tsx'
import { useShownLanguage } from '../../shell/language/useLanguage.ts'
import { type EditorState, editorStateOf } from './editorState.ts'
import type { Kind } from './kind.ts'
import { type ArticleIntent, useArticleSave } from './useArticleSave.ts'
import { useWriting } from './useWriting.ts'

const DraftPreview = lazyComponent(() => import('./DraftPreview.tsx').then(it => it.DraftPreview))
const ConflictDialog = lazyComponent(() =>
  import('../../form/ConflictDialog.tsx').then(it => it.ConflictDialog),
)

type NotesProps = { notes: EditorState['notes']; isOutdated: boolean }

const Notes = ({ notes, isOutdated }: NotesProps) => {
  const translate = useTranslate()
  return (
    <>
      {notes.map(({ tone, text }) => (
        <p key={text} className={`note is-${tone}`}>
          {text}
        </p>
      ))}
      {isOutdated && (
        <p className="note is-waiting" role="alert">
          {translate('这篇内容刚被他人保存过。您可以继续写，保存时请逐项选择保留谁的修改。')}
        </p>
      )}
    </>
  )
}

export type ArticleFormBodyProps = {
  kind: Kind
  /** The article as it was read; null for a new one. */
  base: AnyRecord | null
  reload: () => Promise<AnyRecord | null>
  onBase: (base: AnyRecord) => void
  resource: AnyEntity
  fields: Fields
  onSubmitReady: (handler: (values: FieldValues) => Promise<void>) => void
}

/** Of the text as it was saved last. */
const savedFindings = (base: AnyRecord | null) => z.array(finding).safeParse(base?.['findings']).data

const SavedFindings = ({ base, fields }: ArticleFormBodyProps) => {
  const ignoreOf = useIgnoreOfArticle()
  return (
    <IgnorableFindings
      findings={savedFindings(base)}
      labelOf={name => fields[name]?.label ?? name}
      ignore={base && ignoreOf(base)}
    />
  )
}

/** What the form does when it is submitted: the button that was pressed says what is meant. */
const useSubmit = (
  props: ArticleFormBodyProps,
  { names, drafts, autosave }: ReturnType<typeof useWriting>,
) => {
  const { resource, base, reload, onBase, onSubmitReady } = props
  const intent = useRef<ArticleIntent>('save')
  const saving = useArticleSave({
    resource,
    base,
    names,
    reload,
    onBase,
    before: autosave.hold,
    after: isSaved => {
      if (isSaved) drafts.forget()
      autosave.resume(isSaved)
    },
  })
  useEffect(() => onSubmitReady(values => saving.submit(values, intent.current)))
  const onIntent = (chosen: ArticleIntent) => {
    intent.current = chosen
  }
  return { ...saving, onIntent }
}

/** The form inside of react-admin's `Form`, which gives it its values. */
export const ArticleFormBody = (props: ArticleFormBodyProps) => {
  const translate = useTranslate()
  const { fields, base } = props
  const editor = editorStateOf(base, useSession().self, useWatch({ name: 'publishAt' }), useShownLanguage())
  const { getValues } = useFormContext()
  const { kind } = props
  const draw = useCallback(
    (values: Readonly<Record<string, unknown>>) => <DraftPreview values={values} base={base} kind={kind} />,
    [base, kind],
  )
  const writing = useWriting(props, editor.isLocked)
  const { changed, drafts, autosave } = writing
  const { submit, onIntent, unresolved, closeConflict, isSaving, isDone, failure, leaveTo } = useSubmit(
    props,
    writing,
  )
  return (
    <>
      {drafts.offered && !editor.isLocked && (
        <DraftChoice offered={drafts.offered} onGoOn={drafts.restore} onGiveUp={drafts.giveUp} />
      )}
      <Notes notes={editor.notes} isOutdated={autosave.isOutdated} />
      <SavedFindings {...props} />
      <ErrorSummary fields={fields} />
      <FloatingPreview>{draw}</FloatingPreview>
      <ArticleFields fields={fields} isDisabled={editor.isLocked || (isSaving && base === null)} />
      <ArticleBar
        fields={fields}
        editor={editor}
        changed={changed.length}
        isSaving={isSaving}
        failure={failure}
        autosave={autosave.state}
        isWaitingForChoice={drafts.offered !== null && changed.length > 0}
        onRetry={autosave.retry}
        onIntent={onIntent}
        onPreview={() => leaveTo(`/app/cms/preview/${base?.id}`)}
      />
      <LeaveGuard
        isChanged={changed.length > 0 && !isDone && !editor.isLocked}
        onLeave={() => void autosave.flush()}
        text={translate('没有保存的内容会作为草稿留着，下次打开这里可以继续写。')}
      />
      {unresolved && base && (
        <ConflictDialog
          {...unresolved}
          fields={fields}
          base={base}
          isSaving={isSaving}
          onClose={closeConflict}
          onResolve={(values, current) =>
            void submit({ ...getValues(), ...values }, unresolved.intent, current)
          }
        />
      )}
    </>
  )
}
