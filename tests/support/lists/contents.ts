import { articleLawyers, articles } from '../../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import { nonNullMoments, dayEdges, sampleMoments, cycle } from './moments.ts'

type Choices = { types: Readonly<Record<1 | 2 | 3 | 4, number>>; professionIds: readonly number[] }

const titles = ['C 出资', 'A 仲裁', 'B 竞业', 'A 仲裁', 'D 劳动'] as const

/** Articles of all kinds and states, most with the first lawyer among their people; one in the bin. */
export const fillArticles = ({ database, world }: TestApp, { types, professionIds }: Choices) =>
  database.write(1, async db => {
    const [first, second] = ['13800000001', '13800000002'].map(key => world.people.get(key)!.id)
    for (let index = 0; index < 14; index += 1) {
      const kind = cycle([2, 1, 3, 2, 4] as const, index)
      const lawyerIds = cycle([[first!], [first!, second!], [second!], [first!]], index)
      const title = cycle(titles, index)
      const [row] = await db
        .insert(articles)
        .values({
          firmId: 1,
          kind,
          typeId: types[kind],
          organizationId: world.offices.get(cycle(['总所', '东所'], index))!,
          title,
          language: cycle(['CN', 'EN', 'CN'] as const, index),
          contentMode: 1,
          content: '<p>正文</p>',
          search: title.toLowerCase(),
          sourceType: cycle([1, 2, 1] as const, index),
          lawyerIds,
          professional: cycle([[professionIds[0]!], [professionIds[1]!, professionIds[0]!], []], index),
          publishAt: cycle(sampleMoments, index),
          submittedAt: cycle(sampleMoments, index + 1),
          status: cycle([2, 0, 1, 2, 3, 4, 5] as const, index),
          revisionStatus: index === 0 ? 1 : null,
          isTop: cycle([0, 1, 0] as const, index),
          sort: cycle([0, 7, 0], index),
          readNum: cycle([3, 3, 12], index),
          createdAt: cycle(nonNullMoments, index),
          updatedAt: cycle(nonNullMoments, index + 3),
          ...(index === 13 && { deletedAt: dayEdges.after }),
        })
        .returning({ articleId: articles.articleId })
      await db.insert(articleLawyers).values(
        lawyerIds.map(lawyerId => ({
          firmId: 1,
          articleId: row!.articleId,
          lawyerId,
          role: 1 as const,
          isTop: cycle([0, 1, 0, 1] as const, index),
          topAt: cycle([null, dayEdges.first, null, dayEdges.last], index),
        })),
      )
    }
  })

/** More articles in the bin, some of them written by the second lawyer. */
export const fillRecycledArticles = ({ database, world }: TestApp, { types }: Pick<Choices, 'types'>) =>
  database.write(1, async db => {
    const writer = world.people.get('13800000002')!.id
    for (const [index, title] of ['B 自写', 'A 代写', 'A 代写', 'C 自写'].entries()) {
      const kind = cycle([2, 1, 3] as const, index)
      await db.insert(articles).values({
        firmId: 1,
        kind,
        typeId: types[kind],
        organizationId: world.offices.get(cycle(['总所', '东所'], index))!,
        title,
        search: title.toLowerCase(),
        language: 'CN',
        contentMode: 1,
        sourceType: 1,
        lawyerIds: [writer],
        createdBy: title.endsWith('自写') ? `2:${writer}` : '1:1',
        deletedAt: cycle(nonNullMoments, index),
        deletedBy: '李律师',
      })
    }
  })
