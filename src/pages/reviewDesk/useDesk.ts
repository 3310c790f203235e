import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Decision } from '../../../providers/decisions.ts'
import { type AnyRecord, fromKeys } from '../../../resources/kit/index.ts'
import { reviewKinds } from '../../../resources/reviews.ts'
import type { RefusalReasons } from '../../review/RefuseDialog.tsx'
import { useCorrections } from '../../review/useCorrections.ts'
import { useDecisions } from '../../review/useDecisions.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { Returned } from './returned.ts'
import { queueKeyOf, type Queue, type Subject } from './subject.ts'
import { together } from './useQueue.ts'

type Place = { key: string | null; at: number; isMoved: boolean }

/** Where the reviewer is in the queue; what he was at may be gone, then it is the one that took its place. */
const usePlace = (keys: readonly string[]) => {
  const [place, setPlace] = useState<Place>({ key: null, at: 0, isMoved: false })
  const known = place.key === null ? -1 : keys.indexOf(place.key)
  const at = known >= 0 ? known : Math.max(0, Math.min(place.at, keys.length - 1))
  const go = (key: string | null, index: number) => setPlace({ key, at: index, isMoved: true })
  return { at, isMoved: place.isMoved, go }
}

const without = <T>(all: Readonly<Record<string, T>>, key: string) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))

type ReturnedByKey = Readonly<Record<string, Returned>>

/** What did not hold or was taken back, with what had been written, until it is decided about again. */
const useReturned = () => {
  const [returned, setReturned] = useState<ReturnedByKey>({})
  return {
    returned,
    put: (key: string, it: Returned) => setReturned(known => ({ ...known, [key]: it })),
    drop: (key: string) => setReturned(known => without(known, key)),
  }
}

const kinds = reviewKinds.map(([kind]) => kind)

const countsWithout = (counts: Queue['counts'], records: Queue['records'], pending: ReadonlySet<string>) => {
  const decided = records.filter(row => pending.has(queueKeyOf(row)))
  const left = fromKeys(kinds, kind => {
    const gone = decided.filter(row => row.kind === kind)
    const { all, overdue, oldest } = counts[kind]
    return {
      all: all - gone.length,
      overdue: overdue - gone.filter(it => it.isOverdue === 1).length,
      oldest,
    }
  })
  return { ...left, transfer: counts.transfer }
}

/** How a decision is called, and what it sends. */
const decisionOf = (
  subject: Subject,
  patch: Readonly<Record<string, unknown>>,
  refusal: RefusalReasons | undefined,
  translate: Translate,
) => {
  const { key, title, record } = subject
  const { input, send } = subject.decide({ patch, ...(refusal && { refusal }) })
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

/** What was decided, corrected and given back; and what was last said to whoever cannot see it. */
const useWork = () => {
  const translate = useTranslate()
  const corrections = useCorrections()
  const { returned, put, drop } = useReturned()
  const [said, say] = useState('')
  const decisions = useDecisions<DeskDecision>({
    onSent: ({ key }) => {
      corrections.forget(key)
      drop(key)
    },
    onFailed: ({ key, label, title, seen, refusal }, message) => {
      put(key, { label, title, seen, refusal, message })
      say(translate('%{label}未生效：%{message}', { label, message }))
    },
  })
  return { corrections, returned, put, drop, said, say, decisions }
}

/** What was decided, how long it can be taken back, and what comes next. */
const decidedText = (label: string, title: string | undefined, count: number, translate: Translate) => {
  const rest =
    title === undefined
      ? translate('没有更多待审内容')
      : translate('接着是“%{title}”，还有 %{count} 项', { title, count })
  return translate('已%{label}，10秒内按 Z 可撤销。%{rest}。', { label, rest })
}

/** The reviewer's work: where he is, what he has decided and can still take back, what did not hold. */
export const useDesk = ({ records, counts, slaHours }: Queue) => {
  const translate = useTranslate()
  const { corrections, returned, put, drop, said, say, decisions } = useWork()
  const pending = new Set(decisions.entries.map(it => it.key))
  const rows = together(records).filter(row => !pending.has(queueKeyOf(row)))
  const keys = rows.map(queueKeyOf)
  const { at, isMoved, go } = usePlace(keys)
  const current = rows[at]

  /** Nothing that is being typed is left behind by a key. */
  const isTyping = () => {
    const isBusy = current !== undefined && corrections.of(queueKeyOf(current)).edited.length > 0
    if (isBusy) say(translate('请先采用或取消正在填写的更正'))
    return isBusy
  }
  const choose = (key: string) => {
    if (!isTyping()) go(key, keys.indexOf(key))
  }
  const move = (by: 1 | -1) => {
    const key = keys[at + by]
    if (key) choose(key)
    else say(by > 0 ? translate('已经是最后一项') : translate('已经是第一项'))
  }
  const decide = (subject: Subject, refusal?: RefusalReasons) => {
    const { patch, edited } = corrections.of(subject.key)
    if (edited.length > 0 || pending.has(subject.key)) return
    const decision = decisionOf(subject, patch, refusal, translate)
    decisions.add(decision)
    const next = rows[at + 1] ?? rows[at - 1]
    go(next ? queueKeyOf(next) : null, next === rows[at + 1] ? at : at - 1)
    say(decidedText(decision.label, next?.title, rows.length - 1, translate))
  }
  const undo = (key?: string) => {
    const taken = decisions.undo(key)
    if (!taken) return say(translate('没有可以撤销的决定'))
    const { label, title, seen, refusal } = taken
    put(taken.key, { label, title, seen, refusal, message: null })
    go(taken.key, at)
    say(translate('已撤销：%{label}', { label }))
  }
  return {
    rows,
    slaHours,
    current,
    at,
    isMoved,
    counts: countsWithout(counts, records, pending),
    corrections,
    returned,
    failedKeys: new Set(Object.keys(returned).filter(it => returned[it]!.message !== null)),
    dismiss: drop,
    pending: decisions.entries,
    choose,
    move,
    decide,
    undo,
    said,
  }
}
export type Desk = ReturnType<typeof useDesk>
