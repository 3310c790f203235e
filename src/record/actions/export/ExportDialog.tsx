import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import type { AnyEntity, Fields } from '../../../../resources/kit/index.ts'
import { FormDialog } from '../FormDialog.tsx'
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx'
import { countText } from '../../../language/countText.ts'
import { useExport } from './useExport.ts'

type Props = {
  resource: AnyEntity
  /** Name of the resource's call that creates the file. */
  call: string
  label: string
  /** Additional information, shown before exporting. */
  note: string
  fields: Fields
  initial?: Readonly<Record<string, unknown>>
  /** Converts the answers to the input of the call. */
  inputOf?: (answers: Readonly<Record<string, unknown>>) => object
  onClose: () => void
  /** A link to what can be done with an exported file. */
  more?: ReactNode
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Dialog that exports a list with its current filters, and shows the progress of the download. */
export const ExportDialog = ({ resource, call, label, note, inputOf, onClose, more, ...form }: Props) => {
  const translate = useTranslate()
  const { total, meta, filterValues } = useListContext()
  const { bytes, failure, start, cancel } = useExport(resource, call, onClose)
  const scope = Object.keys(filterValues).length > 0 ? translate('按当前筛选条件导出') : translate('导出全部')
  const head =
    total === undefined
      ? scope
      : translate('%{scope}，%{count}', { scope, count: countText(total, meta, translate) })
  return (
    <FormDialog
      {...form}
      title={translate('%{verb}%{label}', { verb: label, label: translate(resource.label) })}
      text={translate('%{sentence}。', { sentence: head }) + note}
      draftName={`${resource.name}.${call}`}
      submitLabel={label}
      isRunning={bytes !== null}
      onClose={onClose}
      onStop={cancel}
      onSubmit={answers => start(inputOf?.({ ...answers }) ?? answers)}
    >
      {more && <p>{more}</p>}
      {bytes !== null && (
        <p role="status">
          <ProgressBar />{' '}
          {bytes > 0
            ? translate('已接收 %{sizeText}', { sizeText: sizeText(bytes) })
            : translate('正在生成…')}
        </p>
      )}
      {failure && (
        <p className="failures" role="alert">
          {translate('导出失败：%{failure}', { failure })}
        </p>
      )}
    </FormDialog>
  )
}
