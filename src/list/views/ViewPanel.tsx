import { useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import type { AnyEntity } from '../../../resources/kit/index.ts'
import { sharedViewFields } from '../../../resources/domain/sharedViewFields.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { useIme } from '../../fields/text/useIme.ts'
import { Button } from '../../ui/Button.tsx'
import type { Columns } from '../table/columns.ts'
import { useCurrentView, useListViews, wholeArrangement } from './savedViews.ts'
import { type ViewDialogState, ViewDialog } from './ViewDialog.tsx'
import { type SharedView, startOf, useSharedViews } from './useSharedViews.ts'
import { ViewRow } from './ViewRow.tsx'
import type { AppliedView, ListView, ViewContent } from './views.ts'

import './viewPanel.css'

export type ViewPanelProps = {
  resource: AnyEntity
  columns: Columns
  onClose: () => void
  /** Called with the view that is applied. */
  onApplied: (view: AppliedView) => void
}

type RowProps<V> = {
  view: V
  resource: AnyEntity
  columns: Columns
  current: ViewContent
  own: ReturnType<typeof useListViews>
  onDialog: (dialog: ViewDialogState) => void
} & Pick<ViewPanelProps, 'onClose' | 'onApplied'>

/** The name, the content and the application of a view, as its row needs them. */
const rowOf = (
  { name, content }: AppliedView,
  { resource, columns, current, onClose, onApplied }: Omit<RowProps<unknown>, 'view'>,
) => ({
  name,
  content,
  isCurrent: isSame({ ...content, columns: wholeArrangement(content.columns, resource) }, current),
  onApply: () => {
    columns.arrange(content.columns)
    columns.setDensity(content.density)
    onApplied({ name, content })
    onClose()
  },
})

/** Says that a view was removed, with the way back. */
const RemovedView = ({ resource, view }: Pick<RowProps<ListView>, 'resource' | 'view'>) => {
  const translate = useTranslate()
  const close = useCloseNotification()
  const { save } = useListViews(resource)
  const restore = () => {
    save(view)
    close()
  }
  return (
    <>
      {translate('视图“%{name}”已删除', { name: view.name })}{' '}
      <Button look="link" onClick={restore}>
        {translate('撤销')}
      </Button>
    </>
  )
}

const OwnRow = ({ view, mayShare, ...props }: RowProps<ListView> & { mayShare: boolean }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const { current, own, onDialog } = props
  const { name, ...content } = view
  const isStart = name === own.start
  const remove = () => {
    own.remove(name)
    notify(<RemovedView resource={props.resource} view={view} />, {
      type: 'success',
      autoHideDuration: 10_000,
    })
    // The notice with the way back is below an open panel.
    props.onClose()
  }
  return (
    <ViewRow
      {...rowOf({ name, content }, props)}
      isStart={isStart}
      onStart={() => own.setStart(isStart ? null : name)}
      items={[
        { key: 'rename', label: translate('改名'), onChoose: () => onDialog({ kind: 'rename', view }) },
        {
          key: 'replace',
          label: translate('改为当前的筛选和列'),
          onChoose: () => {
            own.save({ name, ...current })
            notify(translate('视图“%{name}”已改为当前的筛选和列', { name }), { type: 'success' })
          },
        },
        ...(mayShare
          ? [{ key: 'share', label: translate('共享'), onChoose: () => onDialog({ kind: 'share', view }) }]
          : []),
        { key: 'remove', label: translate('删除'), isDanger: true, onChoose: remove },
      ]}
    />
  )
}

const changesOfShared = [
  ['renameShared', '改名'],
  ['replaceShared', '改为当前的筛选和列'],
  ['removeShared', '删除'],
] as const

const SharedRow = ({ view, ...props }: RowProps<SharedView>) => {
  const translate = useTranslate()
  const { own, onDialog } = props
  const isStart = view.id === own.sharedStart?.id
  const office = view.officeName ?? translate('全部律所')
  const author = view.isOwn ? translate('我共享的') : (view.createdByName ?? '')
  return (
    <ViewRow
      {...rowOf(view, props)}
      note={`${office} · ${author}`}
      isStart={isStart}
      onStart={() => own.setSharedStart(isStart ? null : startOf(view))}
      items={
        view.mayEdit
          ? changesOfShared.map(([kind, label]) => ({
              key: kind,
              label: translate(label),
              isDanger: kind === 'removeShared',
              onChoose: () => onDialog({ kind, view }),
            }))
          : []
      }
    />
  )
}

/**
 * Panel that applies, saves, shares and deletes the views of a list. Views are links, so that their addresses can be
 * sent.
 */
export const ViewPanel = ({ resource, columns, onClose, onApplied }: ViewPanelProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const current = useCurrentView(resource, columns)
  const own = useListViews(resource)
  const shared = useSharedViews(resource)
  const [dialog, setDialog] = useState<ViewDialogState | null>(null)
  const row = { resource, columns, current, own, onClose, onApplied, onDialog: setDialog }
  return (
    <div className="view-panel">
      {own.views.length + shared.views.length === 0 && (
        <p className="field-hint">{translate('保存当前的筛选、排序和列，以后一次点击即可打开。')}</p>
      )}
      <ul>
        {own.views.map(view => (
          <OwnRow key={view.name} {...row} view={view} mayShare={shared.mayShare} />
        ))}
      </ul>
      {shared.views.length > 0 && <h3>{translate('共享的视图')}</h3>}
      {shared.views.length > 0 && (
        <ul aria-label={translate('共享的视图')}>
          {shared.views.map(view => (
            <SharedRow key={view.id} {...row} view={view} />
          ))}
        </ul>
      )}
      {shared.isPending && <p className="field-hint">{translate('正在加载共享的视图…')}</p>}
      {shared.error && (
        <p className="field-hint" role="alert">
          {translate('没有完成：%{failure}', { failure: failureOf(shared.error, translate).message })}
          <Button look="link" onClick={shared.retry}>
            {translate('重试')}
          </Button>
        </p>
      )}
      <SaveForm
        isTaken={name => own.views.some(view => view.name === name)}
        onSave={name => {
          own.save({ name, ...current })
          onApplied({ name, content: current })
          notify(translate('视图“%{name}”已保存', { name }), { type: 'success' })
          onClose()
        }}
      />
      {dialog && (
        <ViewDialog
          state={dialog}
          current={current}
          own={own}
          shared={shared}
          list={resource.list}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

type SaveFormProps = { isTaken: (name: string) => boolean; onSave: (name: string) => void }

const SaveForm = ({ isTaken, onSave }: SaveFormProps) => {
  const translate = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const ime = useIme(typed, setTyped)
  const name = typed.trim()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (name !== '') onSave(name)
      }}
    >
      <label htmlFor={id}>{translate('视图名称')}</label>
      <input id={id} className="control" maxLength={sharedViewFields.name.max} autoComplete="off" {...ime} />
      <Button type="submit" disabled={name === ''}>
        {translate(isTaken(name) ? '替换同名视图' : '保存当前视图')}
      </Button>
    </form>
  )
}
