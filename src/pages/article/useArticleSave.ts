import { useNotify } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { isSame } from '../../../providers/changes.ts'
import { applies } from '../../../resources/articles/applies.ts'
import type { AnyRecord, AnyResource, FieldErrors } from '../../../resources/kit/index.ts'
import { pathOf } from '../../fields/resolver.ts'
import type { Conflict } from '../../views/form/ConflictDialog.tsx'
import { useSave, type Values } from '../../views/form/useSave.ts'

/** 保存草稿, 提交 or 发布, 预览. */
export type Intent = 'save' | 'submit' | 'preview'

type Options = {
  resource: AnyResource
  base: AnyRecord | null
  names: readonly string[]
  /** Reads the article as it is after saving. */
  reload: () => Promise<AnyRecord | null>
  onBase: (base: AnyRecord) => void
  /** Around every saving: nothing else is sent meanwhile. */
  before: () => Promise<void>
  after: (isSaved: boolean) => void
}

const saidOf: Readonly<Record<number, string>> = {
  1: '已提交,等待审核',
  2: '已发布',
  5: '已提交,到时自动发布',
}

export const useArticleSave = (options: Options) => {
  const { resource, base, names, reload, onBase, before, after } = options
  const navigate = useNavigate()
  const notify = useNotify()
  const { setError, reset, setValue, getValues } = useFormContext()
  const { save, isSaving } = useSave(resource)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<{ message: string; requestId: string | undefined } | null>(null)
  const [clash, setClash] = useState<{ conflict: Conflict; mine: Values; intent: Intent } | null>(null)

  const mark = (errors: FieldErrors) => {
    for (const [index, [name, message]] of Object.entries(errors).entries())
      setError(pathOf(name), { type: 'server', message }, { shouldFocus: index === 0 })
  }
  /** The form goes on upon what was saved; what was typed in the meantime stays, and is unsaved. */
  const adopt = (fresh: AnyRecord, sent: Values) => {
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
  const goOn = async (record: AnyRecord, sent: Values, intent: Intent) => {
    if (intent === 'submit') {
      notify(saidOf[Number(record.status)] ?? '已保存', { type: 'success' })
      return leaveTo(resource.views.list!.path)
    }
    if (intent === 'preview') return leaveTo(`/app/cms/preview/${record.id}`)
    if (!base) {
      notify('草稿已保存', { type: 'success' })
      return leaveTo(`/app/cms/${record.id}`, true)
    }
    const fresh = await reload().catch(() => null)
    adopt(fresh ?? { ...base, ...sent, ...record }, sent)
  }
  const submit = async (values: Values, intent: Intent, upon: AnyRecord | null = base) => {
    setFailure(null)
    await before()
    const result = await save({ ...values, ...(intent === 'submit' && { submit: 1 }) }, upon)
    after(result.kind === 'saved')
    if (result.kind === 'conflict') return setClash({ conflict: result.conflict, mine: values, intent })
    setClash(null)
    if (result.kind === 'wrong') {
      mark(result.errors)
      return
    }
    if (result.kind === 'failed') return setFailure(result)
    await goOn(result.record, values, intent)
  }
  return { submit, isSaving, isDone, failure, clash, closeClash: () => setClash(null), leaveTo }
}
