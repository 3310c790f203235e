import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useRef } from 'react'

import { loadEnglish } from '../../../providers/catalogues.ts'
import { saveFile } from '../../shell/saveFile.ts'
import { Button } from '../../shell/Button.tsx'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import type { Cells, ImportColumn } from '../columns.ts'
import { readFile } from './readFile.ts'
import type { Sheet } from './readSheet.ts'
import type { Fault } from './workbook.ts'

import './file.css'

const MappingDialog = lazyComponent(() => import('./MappingDialog.tsx').then(it => it.MappingDialog))

type Props = {
  /** What the file is about: 人员. */
  records: string
  columns: readonly ImportColumn[]
  empty: Cells
  /** The rows that are wrong as they stand. */
  faults: readonly Fault[]
  isBusy: boolean
  onLines: (lines: readonly Cells[], isCut: boolean) => void
}

/** Reads a file for the mapping dialog, and saves the template or the faulty rows; a failure is notified. */
const useFile = ({ records, columns, faults }: Pick<Props, 'records' | 'columns' | 'faults'>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const onError = (error: Error) => notify(error.message, { type: 'error' })
  const reading = useMutation({
    mutationFn: async (file: File): Promise<{ name: string; sheet: Sheet }> => {
      // Its template may have been downloaded in English.
      const [sheet] = await Promise.all([readFile(file), loadEnglish()])
      return { name: file.name, sheet }
    },
    onSuccess: ({ sheet }) => {
      if (sheet.lines.length > 0) return
      reading.reset()
      notify(translate('文件中没有数据，请检查第一个工作表'), { type: 'warning' })
    },
    onError,
  })
  const saving = useMutation({
    mutationFn: async (kind: 'template' | 'faults') => {
      const { templateFile, faultsFile } = await import('./workbook.ts')
      return kind === 'template'
        ? templateFile(records, columns, translate)
        : faultsFile(records, columns, faults, translate)
    },
    onSuccess: saveFile,
    onError,
  })
  return {
    isWorking: reading.isPending || saving.isPending,
    chosen: reading.data,
    forget: reading.reset,
    read: reading.mutate,
    save: saving.mutate,
  }
}

/** A file beside the grid: to be filled in, read, and taken back with what is wrong in it. */
export const FileTools = ({ records, columns, empty, faults, isBusy, onLines }: Props) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { isWorking, chosen, forget, read, save } = useFile({ records, columns, faults })
  const isResting = isBusy || isWorking
  return (
    <div className="cluster">
      <Button disabled={isResting} onClick={() => input.current?.click()}>
        {isWorking ? translate('处理中…') : translate('从Excel导入')}
      </Button>
      <Button look="quiet" disabled={isResting} onClick={() => save('template')}>
        {translate('下载模板')}
      </Button>
      {faults.length > 0 && (
        <Button look="quiet" disabled={isResting} onClick={() => save('faults')}>
          {translate('下载有误的 %{count} 行', { count: faults.length })}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={translate('选择Excel文件')}
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after it was corrected.
          target.value = ''
          if (file) read(file)
        }}
      />
      {chosen && (
        <MappingDialog
          {...chosen}
          columns={columns}
          empty={empty}
          onClose={forget}
          onLines={lines => {
            onLines(lines, chosen.sheet.isCut)
            forget()
          }}
        />
      )}
    </div>
  )
}
