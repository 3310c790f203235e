import { useQuery } from '@tanstack/react-query'

import { call } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { firm } from '../../../resources/settings/firm.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { useServedCall } from '../../session/useCall.ts'

type Checklist = OutputOf<(typeof firm.calls)['checklist']>
export type FirstStep = { title: string; text: string; path: string; isDone: boolean }

type ChecklistState = { done: Checklist; mainOffice: number | undefined; isPublished: boolean }

/** The first steps of a new firm, in order, with translated texts. */
export const firstSteps = (
  { done, mainOffice, isPublished }: ChecklistState,
  translate: Translate,
): FirstStep[] => [
  {
    title: translate('上传律所标志'),
    text: translate('显示在后台、登录页和小程序'),
    path: '/app/conf/firm',
    isDone: done.logo === 1,
  },
  {
    title: translate('完善总所资料'),
    text: translate('地址与联系电话印在每张名片上'),
    path: mainOffice ? `/app/office/${mainOffice}/detail` : '/app/office/list',
    isDone: done.office === 1,
  },
  {
    title: translate('设置职位'),
    text: translate('名片上的职位从这里选择'),
    path: '/app/operation/position',
    isDone: done.positions === 1,
  },
  {
    title: translate('设置专业领域'),
    text: translate('访客按领域寻找律师'),
    path: '/app/operation/profession',
    isDone: done.professions === 1,
  },
  {
    title: translate('创建律师账号'),
    text: translate('逐个填写、批量粘贴，或让律师自行注册'),
    path: '/app/lawyer/create',
    isDone: done.people === 1,
  },
  {
    title: translate('上传公众号二维码'),
    text: translate('访客在首页和名片上关注律所'),
    path: '/app/conf/firm-qrcode',
    isDone: done.qrcode === 1,
  },
  {
    title: translate('发布小程序首页'),
    text: translate('核对手机预览后发布'),
    path: '/app/conf/miniprogram-index',
    isDone: isPublished,
  },
]

/** State of the first steps; null if the back-end does not offer the check. */
export const useFirstSteps = ({ isEnabled = true } = {}) => {
  const checklistCall = useServedCall('firm.checklist')
  return useQuery({
    queryKey: ['firm', 'checklist'],
    queryFn: async ({ signal }): Promise<ChecklistState | null> => {
      if (!checklistCall) return null
      const [done, offices, miniProgram] = await Promise.all([
        checklistCall({}, { signal }),
        call('offices.validList', {}, { signal }),
        call('firm.mpconf', {}, { signal }),
      ])
      const mainOffice = offices.find(it => it.isMain === 1)?.organizationId
      return { done, mainOffice, isPublished: Boolean(miniProgram.publishedAt) }
    },
    enabled: isEnabled,
    staleTime: 0,
  })
}
