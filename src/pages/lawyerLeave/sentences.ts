import type { OutputOf } from '../../../resources/kit/index.ts'
import type { leavingContents } from '../../../resources/lawyers/calls.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { type Translate } from '../../../resources/kit/translate.ts'

/** What the administrator chose beside the reason. */
export type LeavingChoices = {
  successorId?: number | null
  contents?: (typeof leavingContents)[number] | null
  removeOn?: string | null
}

export type Receipt = OutputOf<typeof lawyers.calls.consequences>

/** Consequences in general terms, for back-ends that do not count them. */
const generalConsequences = [
  '隐藏全部名片',
  '下架本人为唯一作者的已发布内容',
  '取消其定时发布',
  '立即退出登录，不能再登录',
]
const generalDone = [
  '已隐藏全部名片',
  '已下架本人为唯一作者的已发布内容',
  '已取消其定时发布',
  '已立即退出登录，不能再登录',
]

const articleConsequences = (
  { articles, scheduled }: Receipt,
  { contents }: LeavingChoices,
  translate: Translate,
) => {
  const count = articles + scheduled
  if (count > 0 && contents === 'keep')
    return [translate('%{count} 篇以其为唯一作者的内容保留展示', { count })]
  if (count > 0 && contents === 'move')
    return [translate('%{count} 篇以其为唯一作者的内容改由接任人署名', { count })]
  return [
    articles > 0
      ? translate('下架 %{articles} 篇以其为唯一作者的内容', { articles })
      : translate('没有以其为唯一作者的已发布内容'),
    ...(scheduled > 0 ? [translate('取消 %{scheduled} 篇内容的定时发布，转为草稿', { scheduled })] : []),
  ]
}

const codeSentence = ({ successorId }: LeavingChoices, translate: Translate) =>
  successorId ? translate('已印出的名片码打开接任人的名片') : translate('已印出的名片码打开所属律所')

const removalSentence = ({ removeOn }: LeavingChoices, translate: Translate) =>
  removeOn
    ? translate('%{day} 移入回收站，三十天内可以还原，之后彻底删除', { day: removeOn })
    : translate('手机号和资料保留，可以恢复在所')

const adminSentences = ({ admins = 0 }: Receipt, translate: Translate) =>
  admins > 0
    ? [translate('同一手机号的 %{admins} 个管理员账号仍可登录，需要时请在“管理员设置”中停用', { admins })]
    : []

/** Consequences before leaving, with numbers. */
export const consequenceSentences = (
  counts: Receipt | undefined,
  choices: LeavingChoices,
  translate: Translate,
): string[] => {
  if (!counts) return generalConsequences.map(it => translate(it))
  const { cards, waiting, shared, sessions } = counts
  return [
    cards > 0 ? translate('隐藏 %{cards} 张正在展示的名片', { cards }) : translate('没有正在展示的名片'),
    ...(waiting > 0 ? [translate('撤回 %{waiting} 张名片待审核的修改', { waiting })] : []),
    codeSentence(choices, translate),
    ...articleConsequences(counts, choices, translate),
    ...(shared > 0
      ? [translate('%{shared} 篇与他人合作的内容保留展示，需要时请在内容管理中修改作者', { shared })]
      : []),
    sessions > 0 ? translate('结束 %{sessions} 处登录，不能再登录', { sessions }) : translate('不能再登录'),
    ...adminSentences(counts, translate),
    removalSentence(choices, translate),
  ]
}

/** What was done on leaving, with numbers. */
export const doneSentences = (
  receipt: Receipt | undefined,
  choices: LeavingChoices,
  translate: Translate,
): string[] => {
  if (!receipt) return generalDone.map(it => translate(it))
  const { cards, waiting, articles, scheduled, shared, sessions, kept = 0, moved = 0 } = receipt
  return [
    translate('状态已改为已离所，不能再登录'),
    translate('已隐藏 %{cards} 张名片', { cards }),
    ...(waiting > 0 ? [translate('已撤回 %{waiting} 张名片待审核的修改', { waiting })] : []),
    codeSentence(choices, translate),
    translate('已下架 %{articles} 篇内容', { articles }),
    ...(kept > 0 ? [translate('%{count} 篇以其为唯一作者的内容保留展示', { count: kept })] : []),
    ...(moved > 0 ? [translate('%{count} 篇以其为唯一作者的内容改由接任人署名', { count: moved })] : []),
    ...(scheduled > 0 ? [translate('已取消 %{scheduled} 篇内容的定时发布，转为草稿', { scheduled })] : []),
    ...(shared > 0 ? [translate('%{shared} 篇与他人合作的内容仍在展示', { shared })] : []),
    translate('已结束 %{sessions} 处登录', { sessions }),
    ...adminSentences(receipt, translate),
    removalSentence(choices, translate),
    translate('以上各项已记入重要日志'),
  ]
}
