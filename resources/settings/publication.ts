import { allowFor, type Transitions } from '../domain/transitions.ts'

// 小程序配置 is visible to its editors only until it is published (docs/domain.md §4, Config revision).

export const publicationStates = {
  original: { isPublished: false, isDraft: false },
  drafted: { isPublished: false, isDraft: true },
  published: { isPublished: true, isDraft: false },
  changed: { isPublished: true, isDraft: true },
} as const
export type PublicationState = keyof typeof publicationStates

const editor = allowFor('editor')

/** Transitions of the configuration. `restore` publishes an earlier revision or the original content again. */
export const publicationTransitions: Transitions<'keep' | 'publish' | 'restore', PublicationState, 'editor'> =
  {
    keep: {
      original: editor('drafted'),
      drafted: editor('drafted'),
      published: editor('changed'),
      changed: editor('changed'),
    },
    publish: {
      original: editor('published'),
      drafted: editor('published'),
      published: editor('published'),
      changed: editor('published'),
    },
    restore: {
      original: editor('published'),
      drafted: editor('published'),
      published: editor('published'),
      changed: editor('published'),
    },
  }
