import { leadingTo, type Transitions } from '../domain/transitions.ts'

// 小程序配置 is kept for its editors until it is published (domain.md §4, Config revision).

export const publicationStates = {
  original: { isPublished: false, isDraft: false },
  drafted: { isPublished: false, isDraft: true },
  published: { isPublished: true, isDraft: false },
  changed: { isPublished: true, isDraft: true },
} as const
export type PublicationState = keyof typeof publicationStates

const editor = leadingTo('editor')

/** `restore` publishes anew what was published before, or what the mini-program was first. */
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
