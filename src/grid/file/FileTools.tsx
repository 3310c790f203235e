import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useRef } from 'react'

import { loadTranslations } from '../../../providers/catalogues.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import type { CellTexts, ImportColumn } from '../columns.ts'
import { readFile, sheetFileTypes } from './readFile.ts'
import type { SheetFile } from './sheet.ts'
import type { FaultyRow } from './workbook.ts'
import { MappingDialog } from './dialog/MappingDialog.tsx'

import './file.css'

type Props = {
  /** Name of the records, such as 人员. */
  records: string
  columns: readonly ImportColumn[]
  empty: CellTexts
  /** Rows with errors. */
  faultyRows: readonly FaultyRow[]
  isBusy: boolean
  onLines: (lines: readonly CellTexts[]) => void
}

/**
 * Reads a file for the mapping dialog, and saves the template or the faulty rows; failures are shown as
 * notifications.
 */
const useFileTools = ({
  records,
  columns,
  faultyRows,
}: Pick<Props, 'records' | 'columns' | 'faultyRows'>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const onError = (error: Error) => notify(error.message, { type: 'error' })
  const reading = useMutation({
    mutationFn: async (chosen: File): Promise<{ name: string; file: SheetFile }> => {
      // The file may be based on a template in another language.
      const [file] = await Promise.all([readFile(chosen), loadTranslations()])
      return { name: chosen.name, file }
    },
    onSuccess: ({ file: { sheets } }) => {
      if (sheets.some(({ lines }) => lines.length > 0)) return
      reading.reset()
      notify(translate('文件中没有数据，请检查后再选择'), { type: 'warning' })
    },
    onError,
  })
  const saving = useMutation({
    mutationFn: async (kind: 'template' | 'faultyRows') => {
      const { templateFile, faultyRowsFile } = await import('./workbook.ts')
      return kind === 'template'
        ? templateFile(records, columns, translate)
        : faultyRowsFile(records, columns, faultyRows, translate)
    },
    onSuccess: saveFile,
    onError,
  })
  return {
    isWorking: reading.isPending || saving.isPending,
    chosenFile: reading.data,
    forget: reading.reset,
    read: reading.mutate,
    save: saving.mutate,
  }
}

/** Buttons beside the grid: import a file, download the template, download the rows with errors. */
export const FileTools = ({ records, columns, empty, faultyRows, isBusy, onLines }: Props) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { isWorking, chosenFile, forget, read, save } = useFileTools({ records, columns, faultyRows })
  const isDisabled = isBusy || isWorking
  return (
    <div className="cluster">
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        {isWorking ? translate('处理中…') : translate('从Excel或CSV导入')}
      </Button>
      <Button look="quiet" disabled={isDisabled} onClick={() => save('template')}>
        {translate('下载模板')}
      </Button>
      {faultyRows.length > 0 && (
        <Button look="quiet" disabled={isDisabled} onClick={() => save('faultyRows')}>
          {translate('下载有误的 %{count} 行', { count: faultyRows.length })}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={translate('选择Excel或CSV文件')}
        accept={sheetFileTypes}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Lets the user choose the same file again after correcting it.
          target.value = ''
          if (file) read(file)
        }}
      />
      {chosenFile && (
        <MappingDialog
          {...chosenFile}
          columns={columns}
          empty={empty}
          onClose={forget}
          onLines={lines => {
            onLines(lines)
            forget()
          }}
        />
      )}
    </div>
  )
}
