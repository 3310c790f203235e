import type { z } from 'zod'

import { articleContentFields } from '../../../resources/articles/index.ts'
import { cardContent } from '../../../resources/cards/index.ts'
import { changesOf } from '../../../resources/domain/change.ts'
import type { timeline } from '../../../resources/timeline.ts'
import type { Context } from '../../context/context.ts'
import { readableChanges } from '../../context/readable.ts'
import { referencesIn } from '../../services/articles/references.ts'
import { cardDiff, choiceNames } from '../../services/cards/diff.ts'
import { revisionDiff } from '../articles/revisions.ts'
import { contentsOf } from './sources.ts'
import type { Subject } from './subject.ts'

type Changes = z.input<(typeof timeline.calls)['page']['output']>['entries'][number]['changes']

/** A function that compares two of these contents of a card or an article. */
export const differencesOf = async (
  context: Context,
  type: string,
  contents: readonly object[],
  language?: 'CN' | 'EN',
): Promise<(before: object, after: object) => Promise<Changes>> => {
  const { db, firmId } = context
  if (type === 'cards') {
    const names = await choiceNames(db, firmId, contents, language)
    return (before, after) =>
      Promise.resolve(
        changesOf(
          cardContent,
          readableChanges(context, cardContent, cardDiff(before, after, names, language)),
        ),
      )
  }
  const references = await referencesIn(context, contents)
  return async (before, after) =>
    readableChanges(context, articleContentFields, await revisionDiff(before, after, references))
}

/** The changes of each of these versions, compared with the revision before it. */
export const revisionChanges = async (context: Context, subject: Subject, versions: readonly number[]) => {
  const contents = await contentsOf(context, subject, versions)
  const compare = await differencesOf(
    context,
    subject.type,
    contents.map(row => row.content),
  )
  const changes = new Map<number, Changes>()
  // One after another: in parallel, long texts would fill the queue of the markup thread.
  for (const [index, { version, content }] of contents.entries())
    if (versions.includes(version))
      changes.set(version, await compare(contents[index - 1]?.content ?? {}, content))
  return changes
}
