import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { download } from '../../../providers/download.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { lawyerPopulation } from '../../../resources/domain/role.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { privacyRequests } from '../../../resources/privacyRequests.ts'
import { Cell } from '../../fields/kinds.tsx'
import { RecordPart } from '../../record/RecordPart.tsx'
import { RecordTimeline } from '../../record/timeline/RecordTimeline.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../browser/saveFile.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { RequestDialog } from './RequestDialog.tsx'

const { fields } = privacyRequests

/** The archive of everything that is kept about the user. */
const ArchiveButton = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      download('privacyRequests.archive', {}, { signal: new AbortController().signal, onBytes: () => {} }),
    onSuccess: received => {
      saveFile(received)
      notify(translate('已导出 %{name}', { name: received.name }), { type: 'success' })
    },
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      {isPending ? translate('正在导出…') : translate('导出我的数据')}
    </Button>
  )
}

type Request = OutputOf<(typeof privacyRequests.calls)['own']>[number]

const RequestItem = ({ request }: { request: Request }) => {
  const record = { ...request }
  return (
    <li className="part-row">
      <div className="part-text">
        <p className="cluster">
          {(['kind', 'status', 'isOverdue'] as const)
            .filter(name => name !== 'isOverdue' || request.isOverdue === 1)
            .map(name => (
              <Cell key={name} field={fields[name]} value={request[name]} record={record} />
            ))}
        </p>
        <p className="cluster caption">
          <Cell field={fields.createdAt} value={request.createdAt} record={record} />
        </p>
        <p>{request.content}</p>
        {request.response && <p className="secondary">{request.response}</p>}
      </div>
    </li>
  )
}

/** The requests of the user for correction or deletion, with their answers. */
const OwnRequests = () => {
  const translate = useTranslate()
  const ownCall = useServedCall('privacyRequests.own')
  const query = useCall('privacyRequests.own', {}, { staleTime: 0 })
  const [isAsking, setAsking] = useState(false)
  if (!ownCall) return null
  return (
    <RecordPart title={translate('更正和删除请求')} query={query}>
      {rows => (
        <>
          <p className="field-hint">
            {translate('资料有误或希望删除时，可以向律所提出请求，律所在15天内答复。')}
          </p>
          {rows.length > 0 && (
            <ul className="plain-list lined">
              {rows.map(request => (
                <RequestItem key={request.id} request={request} />
              ))}
            </ul>
          )}
          <Button onPointerEnter={Dialog.preload} onClick={() => setAsking(true)}>
            {translate('提出请求')}
          </Button>
          {isAsking && (
            <RequestDialog
              onClose={() => setAsking(false)}
              onSent={() => {
                setAsking(false)
                void query.refetch()
              }}
            />
          )}
        </>
      )}
    </RecordPart>
  )
}

/** Sections about what is kept about the user: the archive, requests about it, and who did what with it. */
export const OwnData = () => {
  const translate = useTranslate()
  const { id, userType } = useSession().self
  const archiveCall = useServedCall('privacyRequests.archive')
  return (
    <>
      {archiveCall && (
        <section className="panel" aria-label={translate('个人信息')}>
          <h2 className="section-title">{translate('个人信息')}</h2>
          <p className="field-hint">
            {translate(
              '导出系统保存的关于您的全部数据：资料、名片、内容、站内信、操作记录、登录设备和上传的文件。导出会记入日志。',
            )}
          </p>
          <ArchiveButton />
        </section>
      )}
      <OwnRequests />
      <RecordTimeline
        type={userType === lawyerPopulation ? 'lawyers' : 'admins'}
        id={id}
        restoring={null}
        fallback={null}
      />
    </>
  )
}
