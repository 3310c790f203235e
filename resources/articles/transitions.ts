import { fromKeys, keysOf } from '../kit/objects.ts'
import type { ConsentState } from '../domain/consent.ts'
import { allowFor, type Transitions } from '../domain/transitions.ts'

// The states of an article (docs/domain.md §4). A published article has a second state for its unpublished change.

/** The columns of each state. */
export const articleStates = {
  draft: { status: 0, revisionStatus: null },
  waiting: { status: 1, revisionStatus: null },
  published: { status: 2, revisionStatus: null },
  changed: { status: 2, revisionStatus: 0 },
  changeWaiting: { status: 2, revisionStatus: 1 },
  changeRefused: { status: 2, revisionStatus: 3 },
  refused: { status: 3, revisionStatus: null },
  offline: { status: 4, revisionStatus: null },
  scheduled: { status: 5, revisionStatus: null },
} as const
export type ArticleState = keyof typeof articleStates

/**
 * The consents with which an article may be public. Whatever its state says, nobody outside the firm sees an article without
 * one of them: lists, feed and jobs compare with these, and an approved article waits as `scheduled` until it has one.
 */
export const publicConsents = ['unneeded', 'given'] as const satisfies readonly ConsentState[]
export const mayBePublic = (consent: ConsentState) => publicConsents.some(it => it === consent)

type Row = {
  status: number
  revisionStatus?: number | null | undefined
  /** Of the content with its unpublished change; absent in lists and where the back-end has no consents. */
  consent?: ConsentState | null | undefined
}

export const articleStateOf = ({ status, revisionStatus = null }: Row): ArticleState =>
  keysOf(articleStates).find(
    name =>
      articleStates[name].status === status &&
      (status !== 2 || articleStates[name].revisionStatus === revisionStatus),
  ) ?? 'draft'

/**
 * Callers of an action. `author`: the lawyer who wrote the article; `unreviewedAuthor`: the same in a firm without
 * review. Administrators with the right to edit the article: a `reviewer` may approve it himself, a `publisher` needs
 * no review, an `editor` does.
 */
export type ArticleCaller = 'author' | 'unreviewedAuthor' | 'editor' | 'publisher' | 'reviewer'

/**
 * Actions on an article. `submit` and `withdraw` may include a change of the content; `edit` is only a change of the
 * content.
 */
export type ArticleAction =
  | 'edit'
  | 'submit'
  | 'withdraw'
  | 'pass'
  | 'refuse'
  | 'offline'
  | 'top'
  | 'discard'
  | 'remove'

const everybody = allowFor('author', 'unreviewedAuthor', 'editor', 'publisher', 'reviewer')
const administrators = allowFor('editor', 'publisher', 'reviewer')
const reviewer = allowFor('reviewer')

/** Submission publishes an article if the caller needs no review; otherwise it waits for review. */
const afterSubmission = {
  ...allowFor('author', 'editor')('waiting'),
  ...allowFor('unreviewedAuthor', 'publisher', 'reviewer')('published'),
} as const
const afterChangeSubmission = {
  ...allowFor('editor')('changeWaiting'),
  ...allowFor('publisher', 'reviewer')('published'),
} as const
const republished = allowFor('publisher', 'reviewer')('published')

/**
 * Transitions of articles. Instead of `published` the state becomes `scheduled` if the time of publication is in the
 * future, or until the client of a case has consented. A change of a published case is refused without that consent.
 */
export const articleTransitions: Transitions<ArticleAction, ArticleState, ArticleCaller> = {
  edit: {
    draft: everybody('draft'),
    waiting: reviewer('waiting'),
    published: administrators('changed'),
    changed: administrators('changed'),
    changeWaiting: reviewer('changeWaiting'),
    changeRefused: administrators('changed'),
    // An article corrected after a refusal is a draft again.
    refused: everybody('draft'),
    offline: administrators('offline'),
    scheduled: allowFor('publisher', 'reviewer')('scheduled'),
  },
  submit: {
    draft: afterSubmission,
    waiting: reviewer('published'),
    published: afterChangeSubmission,
    changed: afterChangeSubmission,
    changeWaiting: reviewer('published'),
    changeRefused: afterChangeSubmission,
    refused: afterSubmission,
    offline: republished,
    scheduled: republished,
  },
  withdraw: {
    draft: everybody('draft'),
    waiting: everybody('draft'),
    published: administrators('changed'),
    changed: administrators('changed'),
    changeWaiting: administrators('changed'),
    changeRefused: administrators('changed'),
    refused: everybody('draft'),
    scheduled: administrators('draft'),
  },
  pass: { waiting: reviewer('published'), changeWaiting: reviewer('published') },
  refuse: { waiting: reviewer('refused'), changeWaiting: reviewer('changeRefused') },
  offline: {
    published: administrators('offline'),
    changed: administrators('offline'),
    changeWaiting: administrators('offline'),
    changeRefused: administrators('offline'),
  },
  top: {
    published: administrators('published'),
    changed: administrators('changed'),
    changeWaiting: administrators('changeWaiting'),
    changeRefused: administrators('changeRefused'),
  },
  discard: {
    changed: administrators('published'),
    changeWaiting: administrators('published'),
    changeRefused: administrators('published'),
  },
  remove: { draft: everybody('gone'), offline: administrators('gone') },
}

/** `recover` takes a removed article out of the recycle bin, `purge` deletes it for good. */
export type RemovedArticleAction = 'recover' | 'purge'

const states = keysOf(articleStates)

/** Transitions from the state before removal. A restored article is never public and never waits for review. */
export const removedArticleTransitions: Transitions<RemovedArticleAction, ArticleState, ArticleCaller> = {
  recover: {
    draft: everybody('draft'),
    waiting: everybody('draft'),
    published: everybody('offline'),
    changed: everybody('offline'),
    changeWaiting: everybody('offline'),
    changeRefused: everybody('offline'),
    refused: everybody('refused'),
    offline: everybody('offline'),
    scheduled: everybody('draft'),
  },
  purge: fromKeys(states, () => administrators('gone')),
}

type States = Partial<Record<ArticleAction, readonly ArticleState[]>>

/** States in which an action is allowed only together with a change of the content. */
const onlyWithChange: States = {
  submit: ['published'],
  withdraw: ['published', 'changed', 'changeRefused'],
}

/** States in which an action is part of saving the form and has no button. */
const onlyInForm: States = {
  submit: ['waiting', 'changeWaiting', 'scheduled'],
  withdraw: ['draft', 'refused'],
}

export const needsChange = (action: ArticleAction, state: ArticleState) =>
  onlyWithChange[action]?.includes(state) ?? false

const publishing: readonly ArticleAction[] = ['submit', 'pass']

/** Whether the action would replace public content by one to which the client of the case has not consented. */
export const lacksConsent = (action: ArticleAction, { status, consent }: Row) =>
  publishing.includes(action) && status === 2 && consent != null && !mayBePublic(consent)

/** Whether an article shows a button for the action. The right to the action is checked with its call. */
export const isArticleActionOffered = (action: ArticleAction, article: Row) => {
  const state = articleStateOf(article)
  return (
    !(action === 'pass' && lacksConsent(action, article)) &&
    state in articleTransitions[action] &&
    !needsChange(action, state) &&
    !(onlyInForm[action]?.includes(state) ?? false)
  )
}
