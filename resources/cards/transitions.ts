import { allowFor, type Transitions } from '../domain/transitions.ts'
import { fromKeys, keysOf } from '../kit/objects.ts'

// The states of a card (docs/domain.md §4): the state of the last submission, whether some content is public, and whether
// the working copy differs from it. An approved card stays approved while its owner writes a change.

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
  // Some back-ends use the status of a draft for the unsubmitted change of a published card.
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

/** The state of a card from an answer; `draft` if a back-end does not provide the columns. */
export const answeredCardState = ({ auditStatus, publishState, changedFields }: Answer): CardState =>
  cardStateOf({
    auditStatus: auditStatus ?? 0,
    isPublished: (publishState ?? 0) !== 0,
    isChanged: (changedFields?.length ?? 0) > 0,
  })

/**
 * Callers of an action. `owner`: the lawyer whose card it is; `unreviewedOwner`: the same in a firm without review.
 * Administrators with the right to edit the card: a `reviewer` may approve it, an `editor` may not, and for `self` it
 * is his own card.
 */
export type CardCaller = 'owner' | 'unreviewedOwner' | 'editor' | 'self' | 'reviewer'

/**
 * Actions on a card. `edit` saves a change; an administrator may publish it at once (`publish`) or keep it
 * unpublished (`keep`).
 */
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

const owner = allowFor('owner')
const unreviewed = allowFor('unreviewedOwner')
const owners = allowFor('owner', 'unreviewedOwner')
const administrators = allowFor('editor', 'self', 'reviewer')
/** Administrators other than the card's owner, because nobody publishes his own card without review. */
const others = allowFor('editor', 'reviewer')
const reviewer = allowFor('reviewer')
const everybody = allowFor('owner', 'unreviewedOwner', 'editor', 'self', 'reviewer')

/** The state after a lawyer's change of a card that does not wait for review. */
const ownersDraft = { ...owner('draft'), ...unreviewed('passed') } as const
const ownersChange = { ...owner('changed'), ...unreviewed('passed') } as const

const keepsState = (by: typeof everybody | typeof administrators) => ({
  draft: by('draft'),
  waiting: by('waiting'),
  rejected: by('rejected'),
  passed: by('passed'),
  changed: by('changed'),
  changeWaiting: by('changeWaiting'),
  changeRejected: by('changeRejected'),
})

/**
 * Transitions of cards. An administrator's change is published together with earlier unpublished changes, unless the
 * card lacks required content.
 */
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
  keep: { ...keepsState(administrators), passed: administrators('changed') },
  submit: {
    draft: { ...owner('waiting'), ...unreviewed('passed') },
    rejected: { ...owner('waiting'), ...unreviewed('passed') },
    changed: { ...owner('changeWaiting'), ...unreviewed('passed') },
    changeRejected: { ...owner('changeWaiting'), ...unreviewed('passed') },
  },
  withdraw: { waiting: owners('draft'), changeWaiting: owners('changed') },
  approve: { waiting: reviewer('passed'), changeWaiting: reviewer('passed') },
  reject: { waiting: reviewer('rejected'), changeWaiting: reviewer('changeRejected') },
  /** Restoring replaces the whole content, so that no unpublished change remains. */
  restore: {
    draft: { ...ownersDraft, ...others('passed') },
    rejected: { ...ownersDraft, ...others('passed') },
    passed: { ...ownersChange, ...others('passed') },
    changed: { ...ownersChange, ...others('passed') },
    changeRejected: { ...ownersChange, ...others('passed') },
  },
  hide: keepsState(everybody),
  show: keepsState(administrators),
  top: keepsState(administrators),
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

/** `recover` takes a removed card out of the recycle bin, `purge` deletes it for good. */
export type RemovedCardAction = 'recover' | 'purge'

/** Transitions from the state before removal; a restored card is hidden. */
export const removedCardTransitions: Transitions<RemovedCardAction, CardState, CardCaller> = {
  recover: keepsState(administrators),
  purge: fromKeys(keysOf(cardStates), () => administrators('gone')),
}

/** Whether any caller may do this with a card in this state. */
export const isCardAction = (action: CardAction, state: CardState) => state in cardTransitions[action]
