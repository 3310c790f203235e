import { Form, type SaveHandler, useListContext } from 'ra-core'
import { useMemo } from 'react'

import type { AnyResource } from '../../resources/kit/index.ts'
import { askedBy } from '../actions/asked.ts'
import { Dialog } from '../actions/Dialog.tsx'
import type { NamedAction } from '../actions/useRights.ts'
import { Input } from '../fields/inputs.tsx'
import { initialOf } from '../fields/kinds.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { countText } from '../views/list/Pager.tsx'
import { useExport } from './useExport.ts'

type Props = { resource: AnyResource; action: NamedAction; onClose: () => void }

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Says what will be in the file, asks what the right demands, and stays while the file comes in. */
export const ExportDialog = ({ resource, action, onClose }: Props) => {
  const { total, filterValues } = useListContext()
  const { bytes, failure, start, cancel } = useExport(resource, action.call, onClose)
  const asked = useMemo(() => askedBy(action, resource.calls[action.call]!.who), [action, resource])
  const resolver = useMemo(() => resolverOf(asked), [asked])
  const initial = useMemo(
    () => Object.fromEntries(Object.entries(asked).map(([name, field]) => [name, initialOf(field)])),
    [asked],
  )
  const isRunning = bytes !== null
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Dialog title={`${action.label}${resource.label}`} onClose={isRunning ? undefined : onClose}>
      <Form
        defaultValues={initial}
        resolver={resolver}
        noValidate
        disableInvalidFormNotification
        onSubmit={(answers => start(answers)) as SaveHandler<object>}
      >
        <div className="dialog-content">
          <p>
            {isFiltered ? '按当前筛选条件导出' : '导出全部'}
            {total !== undefined && `,${countText(total)}`}。{action.confirm}
          </p>
          {Object.entries(asked).map(([name, field]) => (
            <Input key={name} field={field} source={name} isDisabled={isRunning} />
          ))}
          {isRunning && (
            <p role="status">
              <progress /> {bytes > 0 ? `已接收 ${sizeText(bytes)}` : '正在生成…'}
            </p>
          )}
          {failure && (
            <p className="failures" role="alert">
              没有导出成功:{failure}
            </p>
          )}
        </div>
        <footer className="dialog-foot">
          <button type="button" className="button" onClick={isRunning ? cancel : onClose}>
            {isRunning ? '取消导出' : '取消'}
          </button>
          <button type="submit" className="button button-primary" disabled={isRunning}>
            {isRunning ? '导出中…' : action.label}
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
