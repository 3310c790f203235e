import { Form } from 'ra-core'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type Resolver, useFormContext } from 'react-hook-form'

import { articleKinds } from '../../../resources/articles/index.ts'
import { applies } from '../../../resources/articles/applies.ts'
import type { AnyRecord, AnyResource, Fields } from '../../../resources/kit/index.ts'
import { initialOf } from '../../fields/kinds.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { hasPending } from '../../fields/richText/heldFiles.ts'
import { useShell } from '../../layout/shell.ts'
import { ErrorSummary } from '../../views/form/ErrorSummary.tsx'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import { sectionsOf, writtenBy } from '../../views/form/sections.ts'
import { useChanges } from '../../views/form/useChanges.ts'
import { ArticleBar } from './ArticleBar.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { DraftChoice } from './DraftChoice.tsx'
import type { Kind } from './kind.ts'
import { standingOf } from './standing.ts'
import { type Intent, useArticleSave } from './useArticleSave.ts'
import { useAutosave, type Which } from './useAutosave.ts'
import { useDrafts } from './useDrafts.ts'
import { useSame } from './useSame.ts'

import '../../views/views.css'
import './article.css'

const ConflictDialog = lazy(() =>
  import('../../views/form/ConflictDialog.tsx').then(it => ({ default: it.ConflictDialog })),
)

type Props = {
  kind: Kind
  /** The article as it was read; null for a new one. */
  base: AnyRecord | null
  initial?: Readonly<Record<string, unknown>>
  reload: () => Promise<AnyRecord | null>
  onBase: (base: AnyRecord) => void
}

const notSent = '还有图片没有传完,请等它传完、重试或移除'

/** Only what applies is checked and sent; pictures on their way would be lost. */
const resolverFor = (fields: Fields): Resolver<FieldValues> => {
  const check = resolverOf(fields)
  return async (values, ...rest) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, applies(name, values) ? value : null]),
    )
    const result = await check(shown, ...rest)
    return hasPending(shown['content'])
      ? { values: {}, errors: { content: { type: 'pending', message: notSent } } }
      : result
  }
}

/** The editor of an article: a form of its declaration, laid out as a page. */
export const ArticleForm = (props: Props) => {
  const { kind, base, initial } = props
  const resource: AnyResource = articleKinds[kind]
  const isNew = base === null
  const fields = useMemo(
    () => writtenBy(sectionsOf(resource, isNew ? 'create' : 'update'), resource.fields),
    [resource, isNew],
  )
  const resolver = useMemo(() => resolverFor(fields), [fields])
  // The form starts once: what is saved later is taken in without losing what is typed meanwhile.
  const [record] = useState(() => ({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, base ? null : initialOf(field)]),
    ),
    ...(base ?? { ...resource.initial, ...initial }),
  }))
  const submit = useRef<(values: FieldValues) => Promise<void>>(async () => {})
  return (
    <Form
      className="form article-form"
      record={record}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values)}
    >
      <Body
        {...props}
        resource={resource}
        fields={fields}
        onSubmitReady={handler => {
          submit.current = handler
        }}
      />
    </Form>
  )
}

type BodyProps = Props & {
  resource: AnyResource
  fields: Fields
  onSubmitReady: (handler: (values: FieldValues) => Promise<void>) => void
}

/** What is typed, kept and offered: here, on the server and from the last time. */
const useWriting = ({ kind, base, fields }: BodyProps, isLocked: boolean) => {
  const names = useMemo(() => Object.keys(fields), [fields])
  const { values, changed: differing } = useChanges(names)
  const changed = differing.filter(it => applies(it, values))
  const version = typeof base?.version === 'number' ? base.version : null
  const articleId = base ? Number(base.id) : undefined
  const which = useMemo<Which>(
    () => ({ kind, ...(articleId !== undefined && { articleId }) }),
    [kind, articleId],
  )
  const drafts = useDrafts({ which, fields, version })
  const unsaved = useSame(
    changed.length > 0 ? Object.fromEntries(changed.map(it => [it, values[it] ?? null])) : null,
  )
  const isPaused = drafts.isPending || drafts.offered !== null || isLocked
  const autosave = useAutosave({ which, version, values: unsaved, isPaused })
  const { follow } = autosave
  useEffect(() => follow(drafts.savedAt), [follow, drafts.savedAt])
  return { names, changed, drafts, autosave }
}

const Body = (props: BodyProps) => {
  const { resource, fields, base, reload, onBase, onSubmitReady } = props
  const { self } = useShell()
  const { getValues } = useFormContext()
  const standing = standingOf(base, self)
  const { names, changed, drafts, autosave } = useWriting(props, standing.isLocked)
  const intent = useRef<Intent>('save')
  const { submit, clash, closeClash, isSaving, isDone, failure, leaveTo } = useArticleSave({
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
  useEffect(() => onSubmitReady(values => submit(values, intent.current)))
  const isBusy = isSaving && base === null
  return (
    <>
      {drafts.offered && !standing.isLocked && (
        <DraftChoice offered={drafts.offered} onGoOn={drafts.restore} onGiveUp={drafts.giveUp} />
      )}
      {standing.notes.map(({ tone, text }) => (
        <p key={text} className={`article-note is-${tone}`}>
          {text}
        </p>
      ))}
      {autosave.isOutdated && (
        <p className="article-note is-waiting" role="alert">
          这篇内容刚被他人保存过。您可以继续写,保存时请逐项选择保留谁的修改。
        </p>
      )}
      <ErrorSummary fields={fields} />
      <ArticleFields fields={fields} isDisabled={standing.isLocked || isBusy} />
      <ArticleBar
        fields={fields}
        standing={standing}
        changed={changed.length}
        isSaving={isSaving}
        failure={failure}
        autosave={autosave.state}
        isWaitingForChoice={drafts.offered !== null && changed.length > 0}
        onRetry={autosave.retry}
        onIntent={it => {
          intent.current = it
        }}
        onPreview={() => leaveTo(`/app/cms/preview/${base?.id}`)}
      />
      <LeaveGuard
        isChanged={changed.length > 0 && !isDone && !standing.isLocked}
        onLeave={() => void autosave.flush()}
        text="没有保存的内容会作为草稿留着,下次打开这里可以继续写。"
      />
      <Suspense fallback={null}>
        {clash && base && (
          <ConflictDialog
            fields={fields}
            base={base}
            mine={clash.mine}
            conflict={clash.conflict}
            isSaving={isSaving}
            onClose={closeClash}
            onResolve={(values, current) => void submit({ ...getValues(), ...values }, clash.intent, current)}
          />
        )}
      </Suspense>
    </>
  )
}
