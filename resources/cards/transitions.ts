import { leadingTo, type Transitions } from '../domain/transitions.ts'
import { fromKeys, keysOf } from '../kit/objects.ts'

// The states of a card (domain.md §4): of what was handed in last, with whether something of it is public and whether
// the working copy differs from that. What passed stays so while its owner writes a change of it.

/** The columns of each state. */
export const cardStates = {
  draft: { auditStatus: 0, isPublished: false, isChanged: false },
  waiting: { auditStatus: 1, isPublished: false, isChanged: false },
  rejected: { auditStatus: 3, isPublished: false, isChanged: false },
  passed: { auditStatus: 2, isPublished: true, isChanged: false },
  changed: { auditStatus: 2, isPublished: true, isChanged: true },
  changeWaiting: { auditStatus: 1, isPublished: true, isChanged: true },
  changeRejected: { auditStatus: 3, isPublished: true, isChanged: true },
} as const
export type CardState = keyof typeof cardStates

type Row = { auditStatus: number; isPublished: boolean; isChanged: boolean }

export const cardStateOf = ({ auditStatus, isPublished, isChanged }: Row): CardState => {
  // A back-end that calls the owner's change of a published card a draft means the same.
  if (isPublished && auditStatus === 0) return 'changed'
  if (auditStatus === 2) return isChanged ? 'changed' : 'passed'
  const found = keysOf(cardStates).find(
    name => cardStates[name].auditStatus === auditStatus && cardStates[name].isPublished === isPublished,
  )
  return found ?? 'draft'
}

type Answer = {
  auditStatus: number | null
  publishState: number | null
  changedFields: readonly unknown[] | null
}

/** The state of a card as it is answered; a draft where a back-end does not say. */
export const answeredCardState = ({ auditStatus, publishState, changedFields }: Answer): CardState =>
  cardStateOf({
    auditStatus: auditStatus ?? 0,
    isPublished: (publishState ?? 0) !== 0,
    isChanged: (changedFields?.length ?? 0) > 0,
  })

/**
 * `owner`: the lawyer whose card it is, where his changes are reviewed; `unreviewedOwner` where none is. Administrators
 * whom the right to edit it reaches: a `reviewer` may decide about it, an `editor` may not, and to `self` it is his own.
 */
export type CardCaller = 'owner' | 'unreviewedOwner' | 'editor' | 'self' | 'reviewer'

/** `edit` saves a change; an administrator may say that it is published at once (`publish`), or kept back (`keep`). */
export type CardAction =
  | 'edit'
  | 'publish'
  | 'keep'
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'restore'
  | 'hide'
  | 'show'
  | 'top'
  | 'remove'

const owner = leadingTo('owner')
const unreviewed = leadingTo('unreviewedOwner')
const owners = leadingTo('owner', 'unreviewedOwner')
const administrators = leadingTo('editor', 'self', 'reviewer')
/** Publishing is deciding: not about oneself. */
const others = leadingTo('editor', 'reviewer')
const reviewer = leadingTo('reviewer')
const everybody = leadingTo('owner', 'unreviewedOwner', 'editor', 'self', 'reviewer')

/** What a lawyer's change of a card leads to that does not wait. */
const ownersDraft = { ...owner('draft'), ...unreviewed('passed') } as const
const ownersChange = { ...owner('changed'), ...unreviewed('passed') } as const

const staying = (by: typeof everybody | typeof administrators) => ({
  draft: by('draft'),
  waiting: by('waiting'),
  rejected: by('rejected'),
  passed: by('passed'),
  changed: by('changed'),
  changeWaiting: by('changeWaiting'),
  changeRejected: by('changeRejected'),
})

/** An administrator's change is public with what was not public before it, where the card lacks nothing. */
export const cardTransitions: Transitions<CardAction, CardState, CardCaller> = {
  edit: {
    draft: { ...ownersDraft, ...others('passed') },
    waiting: administrators('waiting'),
    rejected: { ...ownersDraft, ...others('passed') },
    passed: { ...ownersChange, ...others('passed') },
    changed: { ...ownersChange, ...others('changed') },
    changeWaiting: administrators('changeWaiting'),
    changeRejected: { ...ownersChange, ...others('changeRejected') },
  },
  publish: {
    draft: others('passed'),
    waiting: reviewer('passed'),
    rejected: others('passed'),
    passed: others('passed'),
    changed: others('changed'),
    changeWaiting: reviewer('passed'),
    changeRejected: others('changeRejected'),
  },
  keep: { ...staying(administrators), passed: administrators('changed') },
  submit: {
    draft: { ...owner('waiting'), ...unreviewed('passed') },
    rejected: { ...owner('waiting'), ...unreviewed('passed') },
    changed: { ...owner('changeWaiting'), ...unreviewed('passed') },
    changeRejected: { ...owner('changeWaiting'), ...unreviewed('passed') },
  },
  withdraw: { waiting: owners('draft'), changeWaiting: owners('changed') },
  approve: { waiting: reviewer('passed'), changeWaiting: reviewer('passed') },
  reject: { waiting: reviewer('rejected'), changeWaiting: reviewer('changeRejected') },
  /** The whole of an earlier content: nothing of what was not public is left. */
  restore: {
    draft: { ...ownersDraft, ...others('passed') },
    rejected: { ...ownersDraft, ...others('passed') },
    passed: { ...ownersChange, ...others('passed') },
    changed: { ...ownersChange, ...others('passed') },
    changeRejected: { ...ownersChange, ...others('passed') },
  },
  hide: staying(everybody),
  show: staying(administrators),
  top: staying(administrators),
  remove: {
    draft: administrators('gone'),
    waiting: administrators('gone'),
    rejected: administrators('gone'),
    passed: administrators('gone'),
    changed: administrators('gone'),
    changeWaiting: administrators('gone'),
    changeRejected: administrators('gone'),
  },
}

/** `recover` takes a removed card out of the bin, `purge` removes it for good. */
export type RemovedCardAction = 'recover' | 'purge'

/** From the state in which it was removed; it comes back hidden. */
export const removedCardTransitions: Transitions<RemovedCardAction, CardState, CardCaller> = {
  recover: staying(administrators),
  purge: fromKeys(keysOf(cardStates), () => administrators('gone')),
}

/** Whether this is done with a card in this state at all, by whoever may. */
export const isCardAction = (action: CardAction, state: CardState) => state in cardTransitions[action]
