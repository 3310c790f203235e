import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Decision } from '../../../providers/decisions.ts'
import { type AnyRecord, fromKeys } from '../../../resources/kit/index.ts'
import { reviewKinds } from '../../../resources/reviews.ts'
import type { RefusalReasons } from '../../review/decisions/RefuseDialog.tsx'
import { waitingOfKind } from '../../review/waitingOfKind.ts'
import { useCorrections } from '../../review/useCorrections.ts'
import { useDecisions } from '../../review/decisions/useDecisions.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { Returned } from './returned.ts'
import { queueKeyOf, type ReviewQueue, type ReviewSubject } from './subjects/subject.ts'
import { pairLanguages } from './useQueue.ts'

type QueuePosition = { key: string | null; at: number; isMoved: boolean }

/**
 * Position of the reviewer in the queue. If the current item is gone, the item that took its place becomes current.
 */
const useQueuePosition = (keys: readonly string[]) => {
  const [place, setPlace] = useState<QueuePosition>({ key: null, at: 0, isMoved: false })
  const knownIndex = place.key === null ? -1 : keys.indexOf(place.key)
  const at = knownIndex >= 0 ? knownIndex : Math.max(0, Math.min(place.at, keys.length - 1))
  const moveTo = (key: string | null, index: number) => setPlace({ key, at: index, isMoved: true })
  return { at, isMoved: place.isMoved, moveTo }
}

const withoutKey = <T>(all: Readonly<Record<string, T>>, key: string) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))

type ReturnedByKey = Readonly<Record<string, Returned>>

/** Decisions that failed or were undone, with the entered reasons, until the item is decided again. */
const useFailedDecisions = () => {
  const [returned, setReturned] = useState<ReturnedByKey>({})
  return {
    returned,
    store: (key: string, it: Returned) => setReturned(known => ({ ...known, [key]: it })),
    remove: (key: string) => setReturned(known => withoutKey(known, key)),
  }
}

const kinds = reviewKinds.map(([kind]) => kind)

const countsWithoutPending = (
  counts: ReviewQueue['counts'],
  records: ReviewQueue['records'],
  pending: ReadonlySet<string>,
) => {
  const decided = records.filter(row => pending.has(queueKeyOf(row)))
  const countsByKind = fromKeys(kinds, kind => {
    const decidedRows = decided.filter(row => row.kind === kind)
    const { all, overdue, oldest } = waitingOfKind(counts, kind)
    return {
      all: all - decidedRows.length,
      overdue: overdue - decidedRows.filter(it => it.isOverdue === 1).length,
      oldest,
    }
  })
  return { ...countsByKind, transfer: counts.transfer }
}

/** A refusal with its reasons, or an approval, if wanted for a later day. */
export type DecisionChoice = { refusal?: RefusalReasons | undefined; effectiveOn?: string | undefined }

/** A decision with its label and its request. */
const createDecision = (
  subject: ReviewSubject,
  patch: Readonly<Record<string, unknown>>,
  { refusal, effectiveOn }: DecisionChoice,
  translate: Translate,
) => {
  const { key, title, record } = subject
  const { input, send } = subject.decide({ patch, ...(refusal && { refusal }), effectiveOn })
  const isCorrected = !refusal && Object.keys(patch).length > 0
  const verb = refusal ? subject.refusal.verb : isCorrected ? translate('更正并通过') : translate('通过')
  const size = new TextEncoder().encode(JSON.stringify(input)).length
  return {
    key,
    label: translate('%{verb}“%{title}”@dialog', { verb, title }),
    title,
    seen: record,
    refusal,
    size,
    send,
  }
}

type DeskDecision = Decision & { title: string; seen: AnyRecord; refusal: RefusalReasons | undefined }

/** Decisions, corrections, failed decisions, and the text to announce to screen readers. */
const useDeskState = () => {
  const translate = useTranslate()
  const corrections = useCorrections()
  const { returned, store, remove } = useFailedDecisions()
  const [announcement, announce] = useState('')
  const decisions = useDecisions<DeskDecision>({
    onSent: ({ key }) => {
      corrections.forget(key)
      remove(key)
    },
    onFailed: ({ key, label, title, seen, refusal }, message) => {
      store(key, { label, title, seen, refusal, message })
      announce(translate('%{label}未生效：%{message}', { label, message }))
    },
  })
  return { corrections, returned, store, remove, announcement, announce, decisions }
}

/** Announcement after a decision: how to undo it, and which item comes next. */
const decidedText = (label: string, title: string | undefined, count: number, translate: Translate) => {
  const rest =
    title === undefined
      ? translate('没有更多待审内容')
      : translate('下一项是“%{title}”，还有 %{count} 项', { title, count })
  return translate('已%{label}，10秒内按 Z 可撤销。%{rest}。', { label, rest })
}

/** State of the review desk: position in the queue, decisions that can be undone, and failed decisions. */
export const useDesk = ({ records, counts, slaHours }: ReviewQueue) => {
  const translate = useTranslate()
  const { corrections, returned, store, remove, announcement, announce, decisions } = useDeskState()
  const pending = new Set(decisions.entries.map(it => it.key))
  const rows = pairLanguages(records).filter(row => !pending.has(queueKeyOf(row)))
  const keys = rows.map(queueKeyOf)
  const { at, isMoved, moveTo } = useQueuePosition(keys)
  const current = rows[at]

  /** Whether a correction is being typed, which a shortcut must not abandon. */
  const isTyping = () => {
    const isBusy = current !== undefined && corrections.of(queueKeyOf(current)).edited.length > 0
    if (isBusy) announce(translate('请先采用或取消正在填写的更正'))
    return isBusy
  }
  const choose = (key: string) => {
    if (!isTyping()) moveTo(key, keys.indexOf(key))
  }
  const move = (by: 1 | -1) => {
    const key = keys[at + by]
    if (key) choose(key)
    else announce(by > 0 ? translate('已经是最后一项') : translate('已经是第一项'))
  }
  const decide = (subject: ReviewSubject, choice: DecisionChoice = {}) => {
    const { patch, edited } = corrections.of(subject.key)
    if (edited.length > 0 || pending.has(subject.key)) return
    const decision = createDecision(subject, patch, choice, translate)
    decisions.add(decision)
    const next = rows[at + 1] ?? rows[at - 1]
    moveTo(next ? queueKeyOf(next) : null, next === rows[at + 1] ? at : at - 1)
    announce(decidedText(decision.label, next?.title, rows.length - 1, translate))
  }
  const undo = (key?: string) => {
    const undone = decisions.undo(key)
    if (!undone) return announce(translate('没有可以撤销的决定'))
    const { label, title, seen, refusal } = undone
    store(undone.key, { label, title, seen, refusal, message: null })
    moveTo(undone.key, at)
    announce(translate('已撤销：%{label}', { label }))
  }
  return {
    rows,
    slaHours,
    current,
    at,
    isMoved,
    counts: countsWithoutPending(counts, records, pending),
    corrections,
    returned,
    failedKeys: new Set(Object.keys(returned).filter(it => returned[it]!.message !== null)),
    dismiss: remove,
    pending: decisions.entries,
    choose,
    move,
    decide,
    undo,
    announcement,
  }
}
export type Desk = ReturnType<typeof useDesk>
