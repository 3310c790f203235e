import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { isSame } from '../../../resources/domain/sameness.ts'
import { applies } from '../../../resources/articles/applies.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import type { Conflict } from '../../form/ConflictDialog.tsx'
import type { SaveFailure } from '../../form/failure.ts'
import { showServerErrors } from '../../form/showServerErrors.ts'
import type { Values } from '../../form/useSending.ts'
import { savedText, useSave } from '../../form/useSave.ts'

/** 保存草稿, 提交 or 发布, 预览. */
export type ArticleIntent = 'save' | 'submit' | 'preview'

type Options = {
  resource: AnyEntity
  base: AnyRecord | null
  names: readonly string[]
  /** Reads the article as it is after saving. */
  reload: () => Promise<AnyRecord | null>
  onBase: (base: AnyRecord) => void
  /** Around every saving: nothing else is sent meanwhile. */
  before: () => Promise<void>
  after: (isSaved: boolean) => void
}

/** What was to be saved when somebody else's version was met. */
type Unresolved = { conflict: Conflict; mine: Values; intent: ArticleIntent }

const savedMessages: Readonly<Record<number, string>> = {
  1: '已提交，等待审核',
  2: '已发布',
  5: '已提交，到时自动发布',
}

export const useArticleSave = (options: Options) => {
  const translate = useTranslate()
  const { resource, base, names, reload, onBase, before, after } = options
  const navigate = useNavigate()
  const notify = useNotify()
  const { setError, reset, setValue, getValues } = useFormContext()
  const { save, isSaving } = useSave(resource)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [unresolved, setUnresolved] = useState<Unresolved | null>(null)

  /** The form goes on upon what was saved; what was typed in the meantime stays, and is unsaved. */
  const rebase = (fresh: AnyRecord, sent: Values) => {
    onBase(fresh)
    const typed = getValues()
    reset({ ...typed, ...fresh }, { keepValues: true })
    for (const name of names)
      if (!applies(name, typed) || isSame(typed[name], sent[name])) setValue(name, fresh[name] ?? null)
  }
  const leaveTo = (path: string, isReplaced = false) => {
    // Before the page is left, the guard has to know that nothing is unsaved.
    flushSync(() => setDone(true))
    void navigate(path, { replace: isReplaced })
  }
  const continueAfter = async (record: AnyRecord, sent: Values, intent: ArticleIntent) => {
    if (intent === 'submit') {
      notify(savedMessages[Number(record.status)] ?? translate('已保存'), { type: 'success' })
      return leaveTo(resource.views.list!.path)
    }
    if (intent === 'preview') return leaveTo(`/app/cms/preview/${record.id}`)
    if (!base) {
      notify(translate('草稿已保存'), { type: 'success' })
      return leaveTo(`/app/cms/${record.id}`, true)
    }
    if (record.version === base.version) notify(savedText(base, record), { type: 'info' })
    const fresh = await reload().catch(() => null)
    rebase(fresh ?? { ...base, ...sent, ...record }, sent)
  }
  const submit = async (values: Values, intent: ArticleIntent, version: AnyRecord | null = base) => {
    setFailure(null)
    await before()
    const result = await save({ ...values, ...(intent === 'submit' && { submit: 1 }) }, version)
    after(result.kind === 'saved')
    if (result.kind === 'conflict') return setUnresolved({ conflict: result.conflict, mine: values, intent })
    setUnresolved(null)
    if (result.kind === 'wrong') return showServerErrors(setError, result.errors)
    if (result.kind === 'failed') return setFailure(result)
    await continueAfter(result.record, values, intent)
  }
  return { submit, isSaving, isDone, failure, unresolved, closeConflict: () => setUnresolved(null), leaveTo }
}
