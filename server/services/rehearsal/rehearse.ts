import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { createArticleReplay } from './articles.ts'
import { createCardReplay } from './cards.ts'
import { createDecisionReplay } from './deciders.ts'
import { type Portion, readArticles, readDeciders, readDecisions, readRevisions } from './read.ts'
import { type Rehearsed, sidesFor } from './sides.ts'
import { createTally, type RehearsedType, type Tally } from './tally.ts'

const days = 90
const dayMs = 86_400_000
/** Maximum number of rows of each sort of history that are read. */
const mostRows = 5000
const rowsPerPortion = 250
const afterAll = Number.MAX_SAFE_INTEGER

/** Reads history in portions, the latest first, up to the limit. */
const eachRow = async <Row extends { id: number }>(
  since: Date,
  tally: Tally,
  read: (portion: Portion) => Promise<Row[]>,
  handle: (row: Row) => void,
) => {
  let before = afterAll
  for (let seen = 0; seen <= mostRows; seen += rowsPerPortion) {
    // One row more than the limit tells whether there are more.
    const count = seen < mostRows ? rowsPerPortion : 1
    // oxlint-disable-next-line no-await-in-loop -- each portion begins where the one before has ended
    const rows = await read({ since, before, count })
    if (seen === mostRows) {
      tally.totals.isCut ||= rows.length > 0
      return
    }
    for (const row of rows) handle(row)
    tally.totals.seen += rows.length
    if (rows.length < count) return
    before = rows.at(-1)!.id
  }
}

/** The right to read the records that are named. A program's token may change rules and lack it. */
const readingRights = { cards: 'card.view', articles: 'article.view', lawyers: 'lawyer.view' } as const

/** What other values of a setting would have changed in the last 90 days. Only reads. */
export const rehearse = async (context: Context, part: Rehearsed, values: object) => {
  const since = new Date(context.now.getTime() - days * dayMs)
  const sides = await sidesFor(context, part, values)
  const tally = createTally()
  const isNamed = (type: RehearsedType) => scopeOfCaller(context, readingRights[type]) === 'all'
  const withTexts = sides.checksOthers || sides.requiresOthers
  const replayCard = createCardReplay(sides, tally)
  await eachRow(since, tally, portion => readRevisions(context, portion, withTexts), replayCard)
  if (part === 'cardPage') return tally.answer(isNamed)
  const deciders = await readDeciders(context)
  const replayArticle = createArticleReplay(sides, deciders, tally)
  await eachRow(since, tally, portion => readArticles(context, portion, sides.checksOthers), replayArticle)
  if (!sides.letsOthersDecide) return tally.answer(isNamed)
  const replayDecision = createDecisionReplay(sides, deciders, tally)
  await eachRow(
    since,
    tally,
    portion => readDecisions(context, portion),
    ({ decision }) => decision && replayDecision(decision),
  )
  return tally.answer(isNamed)
}
