import type { OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'

export type Receipt = OutputOf<typeof lawyers.calls.consequences>

/** What leaving does, in words where a back-end counts nothing. */
const general = [
  '隐藏全部名片',
  '下架本人为唯一作者的已发布内容',
  '取消其定时发布',
  '立即退出登录，不能再登录',
]

/** Before: how much there is. */
export const sentencesOf = (counts: Receipt | undefined): string[] => {
  if (!counts) return general
  const { cards, waiting, articles, scheduled, shared, sessions } = counts
  return [
    cards > 0 ? `隐藏 ${cards} 张正在展示的名片` : '没有正在展示的名片',
    ...(waiting > 0 ? [`撤回 ${waiting} 张名片待审核的修改`] : []),
    articles > 0 ? `下架 ${articles} 篇以其为唯一作者的内容` : '没有以其为唯一作者的已发布内容',
    ...(scheduled > 0 ? [`取消 ${scheduled} 篇内容的定时发布，转为草稿`] : []),
    ...(shared > 0 ? [`${shared} 篇与他人合作的内容保留展示，需要时请在内容管理中修改作者`] : []),
    sessions > 0 ? `结束 ${sessions} 处登录，不能再登录` : '不能再登录',
    '手机号和资料保留，可以恢复在所',
  ]
}

/** After: what was done. */
export const doneSentences = (receipt: Receipt | undefined): string[] => {
  if (!receipt) return general.map(it => `已${it}`)
  const { cards, waiting, articles, scheduled, shared, sessions } = receipt
  return [
    '状态已改为已离所，不能再登录',
    `已隐藏 ${cards} 张名片`,
    ...(waiting > 0 ? [`已撤回 ${waiting} 张名片待审核的修改`] : []),
    `已下架 ${articles} 篇内容`,
    ...(scheduled > 0 ? [`已取消 ${scheduled} 篇内容的定时发布，转为草稿`] : []),
    ...(shared > 0 ? [`${shared} 篇与他人合作的内容仍在展示`] : []),
    `已结束 ${sessions} 处登录`,
    '以上各项已记入重要日志',
  ]
}
