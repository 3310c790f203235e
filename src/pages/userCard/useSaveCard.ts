import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { isBlank } from '../../../providers/changes.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import { cards, neededToPublish } from '../../../resources/cards/index.ts'
import type { FieldErrors, InputOf } from '../../../resources/kit/index.ts'
import type { Language, OwnCard } from '../../card/useOwnCards.ts'
import { pathOf } from '../../fields/resolver.ts'
import type { Conflict } from '../../views/form/ConflictDialog.tsx'

/** 保存草稿 or 提交审核. */
export type Intent = 'save' | 'submit'

type Values = Readonly<Record<string, unknown>>
type Options = { card: OwnCard | null; language: Language; onSaved: () => void }

type Creation = InputOf<(typeof cards.calls)['createCard']>
type Change = InputOf<(typeof cards.calls)['update']>

const write = async (
  { card, language }: Options,
  values: Values,
  changed: readonly string[],
  upon?: number,
) => {
  if (!card) {
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))
    return call('cards.createCard', { ...(filled as Partial<Creation>), language } as Creation)
  }
  const version = upon ?? card.version
  if (changed.length === 0) return { ...card, version }
  const patch = Object.fromEntries(changed.map(name => [name, values[name] ?? null])) as Partial<Change>
  return { id: card.id, ...(await call('cards.update', { ...patch, id: card.id, version })) }
}

/**
 * What the server would ask for before it takes a submission; asked here first, so that nothing is half-done. A new card
 * takes the mobile of the account.
 */
const missingIn = (values: Values, isNew: boolean): FieldErrors =>
  Object.fromEntries(
    neededToPublish
      .filter(it => isBlank(values[it]) && !(isNew && it === 'mobile'))
      .map(it => [it, `提交审核前请填写${cards.fields[it].label}`]),
  )

/** Saves what changed, submits where that was meant, and puts what is wrong to its field. */
export const useSaveCard = (options: Options) => {
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const { setError } = useFormContext()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [clash, setClash] = useState<Conflict | null>(null)

  const mark = (errors: FieldErrors) => {
    for (const [index, [name, message]] of Object.entries(errors).entries())
      setError(pathOf(name), { type: 'server', message }, { shouldFocus: index === 0 })
  }
  const show = (error: unknown) => {
    if (!(error instanceof CallError)) return setFailure(sentenceOf(error))
    if (error.body.errors) return mark(error.body.errors)
    if (error.code === '4090') return setClash(error.data as Conflict)
    setFailure(sentenceOf(error))
  }
  const submit = async (id: number, version: number) => {
    try {
      return await call('cards.submitAudit', { id, version })
    } finally {
      await client.invalidateQueries({ queryKey: ['cards'] })
    }
  }
  /** `upon`: the version that the values are to replace, after a conflict was resolved. */
  const save = async (values: Values, changed: readonly string[], intent: Intent, upon?: number) => {
    setFailure(null)
    setClash(null)
    const missing = intent === 'submit' ? missingIn(values, !options.card) : {}
    if (Object.keys(missing).length > 0) return mark(missing)
    setSaving(true)
    try {
      const { id, version } = await write(options, values, changed, upon)
      // What was typed is on the server now, whatever becomes of the submission.
      flushSync(options.onSaved)
      const answer = intent === 'submit' ? await submit(id, version) : null
      if (!answer) await client.invalidateQueries({ queryKey: ['cards'] })
      notify(answer ? (answer.auditStatus === 1 ? '已提交审核' : '已发布') : '已保存', { type: 'success' })
      if (answer) void navigate(`/app/user/dashboard?language=${options.language}`)
    } catch (error) {
      show(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, failure, clash, closeClash: () => setClash(null) }
}
