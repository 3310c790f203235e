import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { useRights } from '../../actions/useRights.ts'
import { History } from '../../history/History.tsx'

type Kind = OutputOf<(typeof cards.calls)['revisions']>[number]['kind']

const words: Record<Kind, string> = {
  create: '新建',
  edit: '修改',
  submit: '提交审核',
  withdraw: '撤回',
  approve: '审核通过',
  reject: '驳回',
  restore: '恢复历史版本',
}

type Props = { id: number; version: number; isWaiting: boolean }

/** The card's history; while a review is under way nothing is restored. */
export const CardHistory = ({ id, version, isWaiting }: Props) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { mayMake } = useRights()
  const { mutateAsync } = useMutation({
    mutationKey: ['cards'],
    mutationFn: (to: number) => call('cards.restore', { id, to, version }),
    onSuccess: () => notify('已恢复', { type: 'success' }),
    onError: error => notify(sentenceOf(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
  return (
    <History
      queryKey={['cards', 'revisions', id, version]}
      load={signal => call('cards.revisions', { id }, { signal })}
      words={words}
      consequence="已发布的名片随即改为恢复的内容,现有内容仍留在历史中。"
      restore={mayMake(cards.calls.restore) && !isWaiting ? mutateAsync : undefined}
    />
  )
}
