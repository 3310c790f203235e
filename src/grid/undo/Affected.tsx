import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import type { OutputOf } from '../../../resources/kit/index.ts'
import type { imports } from '../../../resources/imports.ts'

import './affected.css'

export type UndoPreview = Pick<OutputOf<typeof imports.calls.preview>, 'removing' | 'kept' | 'restoring'>

type NamesProps = { label: string; areShort?: boolean; children: ReactNode }

const NameList = ({ label, areShort, children }: NamesProps) => (
  <>
    <p>{label}</p>
    <ul className={areShort ? 'affected-names is-short' : 'affected-names'} aria-label={label}>
      {children}
    </ul>
  </>
)

/** Records that are not deleted, each with the reason. */
export const KeptRecords = ({ label, kept }: { label: string; kept: UndoPreview['kept'] }) => {
  const translate = useTranslate()
  if (kept.length === 0) return null
  return (
    <NameList label={label}>
      {kept.map(({ id, name, reason }) => (
        <li key={id}>{translate('%{label}：%{text}', { label: name, text: translate(reason) })}</li>
      ))}
    </NameList>
  )
}

/** Records that undoing deletes, and those that it keeps. */
export const AffectedRecords = ({ removing, kept, restoring = [] }: UndoPreview) => {
  const translate = useTranslate()
  return (
    <>
      {removing.length > 0 && (
        <NameList
          areShort
          label={translate('将删除 %{count} 条记录，并记入重要日志：', { count: removing.length })}
        >
          {removing.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </NameList>
      )}
      {restoring.length > 0 && (
        <NameList
          areShort
          label={translate('%{count} 人的资料将恢复为同步前的内容：', { count: restoring.length })}
        >
          {restoring.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </NameList>
      )}
      <KeptRecords label={translate('以下 %{count} 条记录将保留：', { count: kept.length })} kept={kept} />
      {removing.length + restoring.length === 0 && <p>{translate('没有可以撤销的记录。')}</p>}
    </>
  )
}
