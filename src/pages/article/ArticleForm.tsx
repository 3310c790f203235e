import { useTranslate } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'

import { finding } from '../../../resources/domain/finding.ts'
import { articleResourceOfKind } from '../../../resources/articles/index.ts'
import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import type { AnyRecord, AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { resolverOf } from '../../fields/resolver.ts'
import { hasPendingUploads } from '../../fields/richText/article/pendingUploads.ts'
import { FormFrame, FormHead } from '../../form/FormFrame.tsx'
import type { FormValues } from '../../form/undoable/intent.ts'
import { IntentBar } from '../../form/undoable/IntentBar.tsx'
import { sectionsOf } from '../../form/sections.ts'
import { useRecordForm } from '../../form/useRecordForm.ts'
import { useSave } from '../../form/saving/useSave.ts'
import { FloatingPreview } from '../../preview/phone/PreviewAside.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreArticleFinding } from '../../review/findings/useIgnoring.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { useSession } from '../../session/sessionContext.ts'
import { ArticleFields } from './ArticleFields.tsx'
import { ArticleStatus } from './ArticleStatus.tsx'
import { type EditorState, editorStateOf } from './editorState.ts'
import type { ContentKind } from './kind.ts'
import { useArticleDrafts } from './useArticleDrafts.ts'
import { useArticleIntents } from './useArticleIntents.ts'
import { DraftPreview } from './DraftPreview.tsx'

import './article.css'

const pendingUploadsMessage = '还有图片没有传完，请等它传完、重试或移除'

/**
 * Validates and sends only fields that apply, and refuses content with unfinished uploads, whose pictures would be
 * lost.
 */
const articleResolver = (fields: Fields, base: FormValues): Resolver<FieldValues> => {
  const check = resolverOf(fields, base)
  return async (values, ...rest) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isFieldApplicable(name, values) ? value : null]),
    )
    const result = await check(shown, ...rest)
    return hasPendingUploads(shown['content'])
      ? { values: {}, errors: { content: { type: 'pending', message: pendingUploadsMessage } } }
      : result
  }
}

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

/** Findings of the text as last saved. */
const savedFindings = (base: AnyRecord | null) => z.array(finding).safeParse(base?.['findings']).data

const SavedFindings = ({ base, fields }: { base: AnyRecord | null; fields: Fields }) => {
  const ignoreOf = useIgnoreArticleFinding()
  return (
    <IgnorableFindings
      findings={savedFindings(base)}
      labelOf={name => fields[name]?.label ?? name}
      ignore={base && ignoreOf(base)}
    />
  )
}

type Props = {
  kind: ContentKind
  /** The article as loaded; null for a new one. */
  base: AnyRecord | null
  /** Reads the article again after saving. */
  reload: (saved: AnyRecord) => Promise<AnyRecord>
  initial?: FormValues
}

/** Form of an article, with its fields in two columns and a floating preview. */
export const ArticleForm = ({ kind, base, reload, initial }: Props) => {
  const resource: AnyEntity = articleResourceOfKind(kind)
  const verb = base === null ? 'create' : 'update'
  const sections = useMemo(() => sectionsOf(resource, verb), [resource, verb])
  const { self } = useSession()
  const language = useShownLanguage()
  const editorOf = (values: FormValues) => editorStateOf(base, self, values['publishAt'], language)
  const intentsOf = useArticleIntents(resource, reload)
  const form = useRecordForm({
    sections,
    fields: resource.fields,
    base,
    initial: { ...resource.initial, ...initial },
    send: useSave(resource),
    intents: values => intentsOf(editorOf(values)),
    drafts: useArticleDrafts(kind, base ? Number(base.id) : undefined),
    isLocked: editorOf({}).isLocked,
    applies: isFieldApplicable,
    resolverFor: articleResolver,
  })
  const { fields, isLocked, isNew, isSaving, autosave } = form
  const editor = editorOf(form.values)
  const renderPreview = useCallback(
    (values: FormValues) => <DraftPreview values={values} base={base} kind={kind} />,
    [base, kind],
  )
  return (
    <FormFrame form={form} className="form article-form">
      <FormHead form={form}>
        <Notes notes={editor.notes} isOutdated={autosave.isOutdated} />
        <SavedFindings base={base} fields={fields} />
      </FormHead>
      <FloatingPreview>{renderPreview}</FloatingPreview>
      <ArticleFields fields={fields} isDisabled={isLocked || (isSaving && isNew)} />
      <IntentBar
        form={form}
        detail={isLocked ? <></> : <ArticleStatus form={form} submitLabel={editor.submitLabel} />}
      />
    </FormFrame>
  )
}
