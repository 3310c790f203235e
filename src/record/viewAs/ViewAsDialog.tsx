import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { enterView } from '../../../providers/view.ts'
import { hasUnsent, sendUnsent } from '../../../providers/unsent.ts'
import { viewAnswer, viewMinutes } from '../../../resources/domain/views.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { recordTitle } from '../../routing/recordTitle.ts'
import type { OwnDialogProps } from '../actions/ownDialog.ts'

/** Explains a view of another account, and opens it in this tab. */
export const ViewAsDialog = ({ resource, action, record, onClose }: OwnDialogProps) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      if (hasUnsent()) await sendUnsent()
      return viewAnswer.parse((await act(resource.name, action.name, record)).data)
    },
    onSuccess: enterView,
  })
  return (
    <Dialog
      title={translate('以“%{name}”的视角查看', { name: recordTitle(resource, record, translate) })}
      onClose={onClose}
    >
      <div className="dialog-content">
        <p>
          {translate('在本标签页中看到该用户看到的页面，只能查看，不能修改；%{minutes}分钟后自动结束。', {
            minutes: viewMinutes,
          })}
        </p>
        <p className="secondary">{translate('开始和结束都会记入日志，本人可以看到。')}</p>
        {error && (
          <p className="failures" role="alert">
            {translate('没有完成：%{failure}', { failure: failureOf(error, translate).message })}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button look="primary" disabled={isPending || isSuccess} onClick={() => mutate()}>
          {translate('开始查看')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
