import { useNotify, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'

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

type Chosen = { name: string; sheet: Sheet }

/** What is done with a file, one thing at a time; what went wrong is said. */
const useFile = ({ records, columns, faults }: Pick<Props, 'records' | 'columns' | 'faults'>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const [isWorking, setWorking] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const work = async (task: () => Promise<void>) => {
    setWorking(true)
    try {
      await task()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setWorking(false)
    }
  }
  const read = (file: File) =>
    work(async () => {
      // Its template may have been downloaded in English.
      const [sheet] = await Promise.all([readFile(file), loadEnglish()])
      if (sheet.lines.length === 0)
        return notify(translate('文件中没有数据，请检查第一个工作表'), { type: 'warning' })
      setChosen({ name: file.name, sheet })
    })
  const save = (kind: 'template' | 'faults') =>
    work(async () => {
      const { templateFile, faultsFile } = await import('./workbook.ts')
      saveFile(
        await (kind === 'template'
          ? templateFile(records, columns, translate)
          : faultsFile(records, columns, faults, translate)),
      )
    })
  return { isWorking, chosen, forget: () => setChosen(null), read, save }
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
      <Button look="quiet" disabled={isResting} onClick={() => void save('template')}>
        {translate('下载模板')}
      </Button>
      {faults.length > 0 && (
        <Button look="quiet" disabled={isResting} onClick={() => void save('faults')}>
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
          if (file) void read(file)
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
