import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import { CallError, errorSentence } from '../../../providers/envelope.ts'
import { sheetLimit } from '../../../resources/bulk.ts'
import { sheetFieldsOf } from '../../../resources/domain/sheets.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { type AnyEntity, isEntity } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Chip } from '../../ui/Chip.tsx'
import { fileLimits } from '../../grid/file/limits.ts'
import { sheetFileTypes } from '../../grid/file/readFile.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useGrouped } from '../../language/countText.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { type ComparedSheet, useSheetComparison, useSheetStart } from './useSheet.ts'

import './sheetEdit.css'

type Row = ComparedSheet['rows'][number]

/** Rows shown at once; more would not be read. */
const shownRows = 200
const tones = { error: 'bad', conflict: 'waiting', change: 'info', same: 'faint' } as const
const order = ['error', 'conflict', 'change'] as const

const ChangedRow = ({ resource, row }: { resource: AnyEntity; row: Row }) => {
  const translate = useTranslate()
  const labels = {
    error: translate('有误'),
    conflict: translate('冲突'),
    change: translate('修改@sheet'),
    same: '',
  }
  return (
    <li>
      <p className="cluster">
        <Chip tone={tones[row.state]}>{labels[row.state]}</Chip>
        <strong>{row.name || translate('记录 %{id}', { id: row.id })}</strong>
      </p>
      {Object.entries(row.changes).map(([field, [before, after]]) => (
        <p key={field} className="sheet-change">
          <span className="secondary">{translate(resource.fields[field]!.label)}</span>
          <del>{before || translate('（空）')}</del>
          <span aria-hidden>→</span>
          <ins>{after || translate('（空）')}</ins>
        </p>
      ))}
      {row.messages.map(message => (
        <p key={message} className="field-error">
          {translate(message)}
        </p>
      ))}
    </li>
  )
}

const Counts = ({ sheet }: { sheet: ComparedSheet }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const count = (state: Row['state']) => grouped(sheet.rows.filter(row => row.state === state).length)
  const parts = [
    translate('共 %{count} 行', { count: grouped(sheet.rows.length) }),
    translate('将修改 %{count} 行', { count: count('change') }),
    translate('冲突 %{count} 行', { count: count('conflict') }),
    translate('有误 %{count} 行', { count: count('error') }),
    translate('没有变化 %{count} 行', { count: count('same') }),
  ]
  return <p role="status">{parts.join(' · ')}</p>
}

const unreadSentences = ({ unread, withoutId }: ComparedSheet, translate: Translate) =>
  [
    unread.rows > 0 && translate('后面还有 %{count} 行没有读入，请分成几个文件', { count: unread.rows }),
    unread.columns > 0 &&
      translate('第%{last}列之后有 %{count} 列没有读入', { last: fileLimits.columns, count: unread.columns }),
    unread.cut > 0 &&
      translate('%{count} 个单元格超过 %{max} 字，只读入前面的部分', {
        count: unread.cut,
        max: fileLimits.cell,
      }),
    withoutId > 0 && translate('%{count} 行没有记录编号，没有读入', { count: withoutId }),
  ].filter(it => it !== false)

const Comparison = ({ resource, sheet }: { resource: AnyEntity; sheet: ComparedSheet }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const { mutate, isPending, error } = useSheetStart(resource)
  const different = order.flatMap(state => sheet.rows.filter(row => row.state === state))
  const changing = sheet.rows.filter(row => row.state === 'change').length
  const { unknown } = sheet.columns
  return (
    <section className="panel" aria-label={translate('对比结果')}>
      <h2 className="section-title">{sheet.fileName}</h2>
      <Counts sheet={sheet} />
      {unreadSentences(sheet, translate).map(sentence => (
        <p key={sentence} className="field-warning">
          {sentence}
        </p>
      ))}
      {unknown.length > 0 && (
        <p className="secondary">
          {translate('不识别的列不会导入：%{columns}', { columns: unknown.join(translate('、')) })}
        </p>
      )}
      <ul className="sheet-rows" aria-label={translate('有变化的行')}>
        {different.slice(0, shownRows).map(row => (
          <ChangedRow key={row.id} resource={resource} row={row} />
        ))}
      </ul>
      {different.length > shownRows && (
        <p className="secondary">
          {translate('另有 %{count} 行没有列出。', { count: grouped(different.length - shownRows) })}
        </p>
      )}
      {changing > sheetLimit && (
        <p className="field-warning">
          {translate('一次最多修改 %{count} 行，其余的请再导回一次。', { count: grouped(sheetLimit) })}
        </p>
      )}
      {error && (
        <p className="failures" role="alert">
          {errorSentence(error, translate)}
        </p>
      )}
      <div className="cluster sheet-foot">
        <Button look="primary" disabled={isPending || changing === 0} onClick={() => mutate(sheet)}>
          {isPending
            ? translate('处理中…')
            : translate('修改 %{count} 行', { count: grouped(Math.min(changing, sheetLimit)) })}
        </Button>
      </div>
    </section>
  )
}

const SheetScreen = ({ resource }: { resource: AnyEntity }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, data, error, isPending, done, isServed } = useSheetComparison(resource)
  const exported = [...resource.list, ...Object.keys(resource.exports?.extraColumns ?? {})]
  const editable = Object.entries(sheetFieldsOf(resource))
    .filter(([name]) => exported.includes(name))
    .map(([, { label }]) => translate(label))
  return (
    <div className="stack sheet-edit">
      <PageTitle>{translate('导回表格：%{records}', { records: translate(resource.label) })}</PageTitle>
      <section className="panel" aria-label={translate('选择文件')}>
        <p>
          {translate(
            '选择从列表导出、带“记录编号”和“记录版本”的文件（.xlsx 或 .csv）。先显示每行由什么改成什么，确认后才修改。',
          )}
        </p>
        <p className="secondary">
          {translate('可以修改：%{fields}', { fields: editable.join(translate('、')) })}
        </p>
        <div className="cluster">
          <Button
            look={data ? undefined : 'primary'}
            disabled={isPending || !isServed}
            onClick={() => input.current?.click()}
          >
            {isPending ? translate('处理中…') : translate('选择文件')}
          </Button>
          <ButtonLink to={resource.views.list!.path}>{translate('返回列表')}</ButtonLink>
          {isPending && done > 0 && (
            <span role="status">{translate('已对比 %{count} 行', { count: grouped(done) })}</span>
          )}
        </div>
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
            if (file) mutate(file)
          }}
        />
        {error && !isPending && (
          <p className="failures" role="alert">
            {error instanceof CallError ? errorSentence(error, translate) : translate(error.message)}
          </p>
        )}
      </section>
      {data && !isPending && <Comparison key={data.fileName} resource={resource} sheet={data} />}
    </div>
  )
}

/** Page 导回表格: brings a changed export of a list back, after a comparison with the present records. */
export const SheetEdit = () => {
  const translate = useTranslate()
  const [params] = useSearchParams()
  const resource = resourceNamed(params.get('resource') ?? '')
  if (
    resource &&
    isEntity(resource) &&
    resource.views.list &&
    Object.keys(sheetFieldsOf(resource)).length > 0
  )
    return <SheetScreen resource={resource} />
  return <p className="panel">{translate('请在列表的“导出”中打开“导回改过的表格”。')}</p>
}
