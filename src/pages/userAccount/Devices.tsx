import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'

import type { Addition } from '../../../providers/backend/additions.ts'
import { callAddition } from '../../../providers/call.ts'
import { deduped } from '../../../providers/queryClient.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { session } from '../../../resources/session.ts'
import { Dialog } from '../../layout/Dialog.tsx'
import { Chip } from '../../fields/cells.tsx'
import { timestampText } from '../../fields/dates.ts'
import { useAddition } from '../../layout/sessionContext.ts'
import { ErrorState } from '../../layout/states.tsx'
import { deviceName, isPhone } from './deviceName.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

type Device = OutputOf<typeof session.calls.sessions>[number]

/** Whatever ends other sessions (a new password, mobile or question) invalidates these. */
export const devicesKey = ['session', 'sessions'] as const

const useEnding = (ending: Addition<'session.endSessions'> | null) => {
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    /** Without an id all but this one. */
    mutationFn: async (id: number | undefined) =>
      ending && callAddition(ending, id === undefined ? {} : { id }),
    onSuccess: (_, id) =>
      client.setQueryData<Device[]>(devicesKey, rows =>
        rows?.filter(row => row.current === 1 || (id !== undefined && row.id !== id)),
      ),
    onError: error => notify(sentenceOf(error), { type: 'error' }),
    // Also after a failure: the list was perhaps an old one.
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

const Drawing = ({ device }: Pick<Device, 'device'>) => (
  <svg className="line-icon device-drawing" viewBox="0 0 24 24" aria-hidden>
    {isPhone(device) ? (
      <path d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2" />
    ) : (
      <path d="M4 5h16v11H4zM2 19h20" />
    )}
  </svg>
)

type RowProps = { row: Device; isBusy: boolean; onEnd: (() => void) | null }

const Row = ({ row, isBusy, onEnd }: RowProps) => {
  const translate = useTranslate()
  const name = deviceName(row.device)
  return (
    <li className="device" title={row.device ?? undefined}>
      <Drawing device={row.device} />
      <div>
        <p className="cluster">
          {name}
          {row.current === 1 && <Chip tone="good">{translate('本机')}</Chip>}
        </p>
        <p className="cluster caption">
          <span>{translate('最近使用 %{timestampText}', { timestampText: timestampText(row.lastAt) })}</span>
          {row.ip && <span>IP {row.ip}</span>}
        </p>
      </div>
      {row.current === 0 && onEnd && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={translate('退出%{name}', { name })}
          disabled={isBusy}
          onClick={onEnd}
        >
          {translate('退出')}
        </button>
      )}
    </li>
  )
}

type ConfirmProps = { count: number; onClose: () => void; onEnd: () => void }

const Confirm = ({ count, onClose, onEnd }: ConfirmProps) => {
  const translate = useTranslate()
  return (
    <Dialog title={translate('退出其他设备')} onClose={onClose}>
      <p className="dialog-content">
        {translate('其他 %{count} 个设备将立即退出登录，未保存的内容不会保留。', { count })}
      </p>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {translate('取消')}
        </button>
        <button type="button" className="button button-danger" onClick={onEnd}>
          {translate('全部退出')}
        </button>
      </footer>
    </Dialog>
  )
}

/** 登录设备: where this account is signed in, and the way to end it there. */
export const Devices = ({ listing }: { listing: Addition<'session.sessions'> }) => {
  const translate = useTranslate()
  const ending = useAddition('session.endSessions')
  const { data, error, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => callAddition(listing, {}, { signal }),
    ...deduped,
  })
  const { mutate, isPending } = useEnding(ending)
  const [isAsking, setAsking] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="field-loading" role="status" aria-label={translate('加载中')} />
  const rows = data.toSorted((a, b) => b.current - a.current)
  const others = rows.filter(row => row.current === 0)
  return (
    <>
      <ul className="plain-list lined devices">
        {rows.map(row => (
          <Row key={row.id} row={row} isBusy={isPending} onEnd={ending && (() => mutate(row.id))} />
        ))}
      </ul>
      {ending && others.length > 1 && (
        <button
          type="button"
          className="button is-danger"
          disabled={isPending}
          onClick={() => setAsking(true)}
        >
          {translate('退出其他全部设备')}
        </button>
      )}
      {others.length === 0 && <p className="field-hint">{translate('没有其他设备登录。')}</p>}
      {isAsking && (
        <Confirm
          count={others.length}
          onClose={() => setAsking(false)}
          onEnd={() => {
            setAsking(false)
            mutate(undefined)
          }}
        />
      )}
    </>
  )
}
