import { useListContext } from 'ra-core'
import { useMemo } from 'react'

import type { AnyResource } from '../../resources/kit/index.ts'
import { dialogFieldsOf } from '../actions/dialogFields.ts'
import { FormDialog } from '../actions/FormDialog.tsx'
import type { NamedAction } from '../actions/useRights.ts'
import { countText } from '../views/list/countText.ts'
import { useExport } from './useExport.ts'
import { useTranslate } from '../i18n/useTranslate.ts'

type Props = { resource: AnyResource; action: NamedAction; onClose: () => void }

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Says what will be in the file, asks what the right demands, and stays while the file comes in. */
export const ExportDialog = ({ resource, action, onClose }: Props) => {
  const translate = useTranslate()
  const { total, meta, filterValues } = useListContext()
  const { bytes, failure, start, cancel } = useExport(resource, action.call, onClose)
  const fields = useMemo(() => dialogFieldsOf(action, resource.calls[action.call]!.who), [action, resource])
  const scope = Object.keys(filterValues).length > 0 ? translate('按当前筛选条件导出') : translate('导出全部')
  const head =
    total === undefined ? scope : translate('%{scope}，%{count}', { scope, count: countText(total, meta) })
  return (
    <FormDialog
      title={translate('%{verb}%{label}', { verb: action.label, label: resource.label })}
      text={translate('%{sentence}。', { sentence: head }) + (action.confirm ?? '')}
      fields={fields}
      submitLabel={action.label}
      isRunning={bytes !== null}
      onClose={onClose}
      onStop={cancel}
      onSubmit={answers => void start(answers)}
    >
      {bytes !== null && (
        <p role="status">
          <progress />{' '}
          {bytes > 0
            ? translate('已接收 %{sizeText}', { sizeText: sizeText(bytes) })
            : translate('正在生成…')}
        </p>
      )}
      {failure && (
        <p className="failures" role="alert">
          {translate('没有导出成功：%{failure}', { failure })}
        </p>
      )}
    </FormDialog>
  )
}
