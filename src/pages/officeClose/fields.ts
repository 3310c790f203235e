import { type Fields, optional, reference, type OutputOf } from '../../../resources/kit/index.ts'
import type { offices } from '../../../resources/offices/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

export type Contents = OutputOf<typeof offices.calls.contents>
type Moved = OutputOf<typeof offices.calls.close>

/** What the office has, as the fields ask for its target. */
const targets = {
  people: ['peopleTo', reference('人员和名片转入的律所', 'offices')],
  admins: [
    'adminsTo',
    reference('管理员转入的律所', 'offices', { hint: '转入后为子管理员。总所的子管理员可管理所有律所' }),
  ],
  articles: ['articlesTo', reference('内容转入的律所', 'offices')],
} as const

/**
 * A target for each part that the office has. Where the back-end does not count, every target can be chosen and the
 * server says which are missing.
 */
export const targetFields = (contents: Contents | undefined): Fields =>
  Object.fromEntries(
    (['people', 'admins', 'articles'] as const)
      .filter(part => contents === undefined || contents[part] > 0)
      .map(part => {
        const [name, field] = targets[part]
        return [name, contents === undefined ? optional(field) : field]
      }),
  )

/** What the office has now, one sentence for each part. */
export const contentSentences = (
  { people, cards, admins, articles }: Contents,
  translate: Translate,
): string[] => {
  const sentences = [
    ...(people > 0
      ? [translate('%{people} 人转入所选律所，并收到站内信；%{cards} 张名片随人员转入', { people, cards })]
      : []),
    ...(admins > 0 ? [translate('%{admins} 名管理员转入所选律所，成为子管理员', { admins })] : []),
    ...(articles > 0 ? [translate('%{articles} 篇内容转入所选律所，署名和状态不变', { articles })] : []),
  ]
  return [
    ...(sentences.length > 0 ? sentences : [translate('该律所没有人员、管理员和内容')]),
    ...(people + admins > 0 ? [translate('转入的人员和管理员须重新登录')] : []),
    translate('待处理的转所申请关闭，并通知申请人'),
    translate('律所停用，不在小程序中展示；可以再启用'),
  ]
}

/** What was done, one sentence for each part. */
export const closingSentences = (
  { people, cards, admins, articles }: Moved,
  translate: Translate,
): string[] => [
  translate('已转出 %{people} 人和 %{cards} 张名片', { people, cards }),
  translate('已转出 %{admins} 名管理员', { admins }),
  translate('已转出 %{articles} 篇内容', { articles }),
  translate('律所已停用，不再展示'),
  translate('以上各项已记入重要日志'),
]
