import { fromKeys, keysOf } from '../kit/objects.ts'
import { leadingTo, type Transitions } from '../domain/transitions.ts'

// The states of an article (domain.md §4). One that is published has a state of its own for the change beside it.

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

type Row = { status: number; revisionStatus?: number | null | undefined }

export const articleStateOf = ({ status, revisionStatus = null }: Row): ArticleState =>
  keysOf(articleStates).find(
    name =>
      articleStates[name].status === status &&
      (status !== 2 || articleStates[name].revisionStatus === revisionStatus),
  ) ?? 'draft'

/**
 * `author`: the lawyer who wrote it, `unreviewedAuthor` where the firm reviews nothing. Administrators whom the right
 * to edit it reaches: a `reviewer` may decide about it himself, a `publisher` is not reviewed, an `editor` is.
 */
export type ArticleCaller = 'author' | 'unreviewedAuthor' | 'editor' | 'publisher' | 'reviewer'

/** `submit` and `withdraw` may come with a change of the content, `edit` is such a change alone. */
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

const everybody = leadingTo('author', 'unreviewedAuthor', 'editor', 'publisher', 'reviewer')
const administrators = leadingTo('editor', 'publisher', 'reviewer')
const reviewer = leadingTo('reviewer')

/** Published by whoever is not reviewed, handed in by the others. */
const handedIn = {
  ...leadingTo('author', 'editor')('waiting'),
  ...leadingTo('unreviewedAuthor', 'publisher', 'reviewer')('published'),
} as const
const changeHandedIn = {
  ...leadingTo('editor')('changeWaiting'),
  ...leadingTo('publisher', 'reviewer')('published'),
} as const
const republished = leadingTo('publisher', 'reviewer')('published')

/** Where `published` follows, an hour that is still to come makes it `scheduled`. */
export const articleTransitions: Transitions<ArticleAction, ArticleState, ArticleCaller> = {
  edit: {
    draft: everybody('draft'),
    waiting: reviewer('waiting'),
    published: administrators('changed'),
    changed: administrators('changed'),
    changeWaiting: reviewer('changeWaiting'),
    changeRefused: administrators('changed'),
    // What was corrected after a refusal is a draft again.
    refused: everybody('draft'),
    offline: administrators('offline'),
    scheduled: leadingTo('publisher', 'reviewer')('scheduled'),
  },
  submit: {
    draft: handedIn,
    waiting: reviewer('published'),
    published: changeHandedIn,
    changed: changeHandedIn,
    changeWaiting: reviewer('published'),
    changeRefused: changeHandedIn,
    refused: handedIn,
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

/** `recover` takes a removed article out of the bin, `purge` removes it for good. */
export type RemovedArticleAction = 'recover' | 'purge'

const states = keysOf(articleStates)

/** From the state in which it was removed. What was public is not public again, and what waited waits no more. */
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

/** Where an action is nothing without a change of the content. */
const withChangeOnly: States = {
  submit: ['published'],
  withdraw: ['published', 'changed', 'changeRefused'],
}

/** Where an action belongs to saving the form, and has no button of its own. */
const inFormOnly: States = {
  submit: ['waiting', 'changeWaiting', 'scheduled'],
  withdraw: ['draft', 'refused'],
}

export const needsChange = (action: ArticleAction, state: ArticleState) =>
  withChangeOnly[action]?.includes(state) ?? false

/** Whether a button stands at an article; whose the right is, the call says. */
export const isOffered = (action: ArticleAction, article: Row) => {
  const state = articleStateOf(article)
  return (
    state in articleTransitions[action] &&
    !needsChange(action, state) &&
    !(inFormOnly[action]?.includes(state) ?? false)
  )
}
