import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import { type CardField, cards } from '../../../resources/cards/index.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type AnyRecord, blankMessage } from '../../../resources/kit/index.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import type { Conflict } from '../../form/ConflictDialog.tsx'
import { showServerErrors } from '../../form/showServerErrors.ts'
import type { Values } from '../../form/useSending.ts'
import { savedText, useSave } from '../../form/useSave.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** 保存草稿 or 提交审核. */
export type CardIntent = 'save' | 'submit'

type Options = {
  card: OwnCard | null
  language: CardLanguage
  needed: readonly CardField[]
  onSaved: () => void
  /** While the card is saved no draft may be sent behind it; one that was saved is another form. */
  holdDraft: () => Promise<void>
  resumeDraft: () => void
}

/**
 * What the server would ask for before it takes a submission; asked here first, so that nothing is half-done. A new card
 * takes the mobile of the account.
 */
const missingIn = (values: Values, { needed, card }: Options, translate: Translate): FieldErrors =>
  Object.fromEntries(
    needed
      .filter(name => isBlank(values[name]) && (card || name !== 'mobile'))
      .map(name => [name, translate(blankMessage(cards.fields[name]))]),
  )

const pick = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, values[name] ?? null]))

const filledIn = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** Writes a new card, or what changed of one; the answer is a value, as `useSave` gives it. */
const useWriteCard = ({ card, language }: Options) => {
  const { save } = useSave(cards)
  return async (values: Values, changed: readonly string[], base: AnyRecord | null = card) => {
    if (!base) return save({ ...filledIn(values), language }, null)
    if (changed.length === 0) return { kind: 'saved', record: base } as const
    return save(pick(values, changed), base)
  }
}

/** Hands in a saved card. */
const useSubmitCard = () => {
  const client = useQueryClient()
  return async ({ id, version }: AnyRecord) => {
    try {
      return await call('cards.submitAudit', { id, version: Number(version) })
    } finally {
      await client.invalidateQueries({ queryKey: ['cards'] })
    }
  }
}

/** Saves what changed, submits where that was meant, and puts what is wrong to its field. */
export const useSaveCard = (options: Options) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const { setError } = useFormContext()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const write = useWriteCard(options)
  const submit = useSubmitCard()

  const finish = async (saved: AnyRecord, intent: CardIntent) => {
    // What was typed is on the server now, whatever becomes of the submission.
    flushSync(options.onSaved)
    if (intent === 'save') {
      await client.invalidateQueries({ queryKey: ['cards'] })
      return notify(savedText(options.card, saved), { type: 'success' })
    }
    try {
      const { auditStatus } = await submit(saved)
      notify(auditStatus === 1 ? translate('已提交审核') : translate('已发布'), { type: 'success' })
      void navigate(`/app/user/dashboard?language=${options.language}`)
    } catch (error) {
      const errors = error instanceof CallError && error.body.errors
      if (errors) showServerErrors(setError, errors)
      else setFailure(sentenceOf(error, translate))
    }
  }
  /** `base`: the version upon which to write, where it is another than the one that was opened. */
  const save = async (values: Values, changed: readonly string[], intent: CardIntent, base?: AnyRecord) => {
    setFailure(null)
    setConflict(null)
    const missing = intent === 'submit' ? missingIn(values, options, translate) : {}
    if (Object.keys(missing).length > 0) return showServerErrors(setError, missing)
    setSaving(true)
    await options.holdDraft()
    const result = await write(values, changed, base)
    if (result.kind !== 'saved' || result.record['version'] === options.card?.version) options.resumeDraft()
    if (result.kind === 'saved') await finish(result.record, intent)
    if (result.kind === 'wrong') showServerErrors(setError, result.errors)
    if (result.kind === 'conflict') setConflict(result.conflict)
    if (result.kind === 'failed') setFailure(result.message)
    setSaving(false)
  }
  return { save, isSaving, failure, conflict, closeConflict: () => setConflict(null) }
}
