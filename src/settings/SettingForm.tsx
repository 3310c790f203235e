import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useMemo, useState } from 'react'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { PreviewAside, PreviewButton } from '../preview/PreviewAside.tsx'
import type { useSending } from '../form/useSending.ts'
import { FieldForm } from '../form/RecordForm.tsx'
import { Sections } from '../record/ResourceShow.tsx'
import type { LogOf } from './ChangeLog.tsx'
import { ChangeLogButton, RestoreDefaults } from './SettingTools.tsx'

import './settings.css'

type Values = Readonly<Record<string, unknown>>

type Props = {
  fields: Fields
  /** Section title to field names. */
  form: Readonly<Record<string, readonly string[]>>
  /** The stored values with their version, as the form's starting point. */
  record: AnyRecord
  /** Without it the values can only be read. */
  mayEdit: boolean
  saving: ReturnType<typeof useSending>
  /** Whose changes 变更记录 shows. */
  log?: LogOf | undefined
  /** What 恢复默认 puts into the form; without it there is no such button. */
  initial?: object | undefined
  /** Draws what visitors will see of the values in the form. */
  preview?: ((values: Values) => ReactNode) | undefined
  /** Further buttons of the bar, by what was saved last. */
  tools?: (saved: AnyRecord) => ReactNode
}

/** The form of one part of the configuration, whichever calls read and save it; one stays on its page. */
export const SettingForm = ({
  fields,
  form,
  record,
  mayEdit,
  saving,
  log,
  initial,
  preview,
  tools,
}: Props) => {
  const translate = useTranslate()
  const notify = useNotify()
  const [base, setBase] = useState(record)
  const sections = useMemo(() => Object.entries(form).map(([title, names]) => ({ title, names })), [form])
  const names = useMemo(() => sections.flatMap(section => section.names), [sections])
  return (
    <>
      {log && <ChangeLogButton of={log} />}
      {mayEdit ? (
        <FieldForm
          key={String(base['version'])}
          {...saving}
          base={base}
          sections={sections}
          fields={fields}
          onSaved={saved => {
            notify(translate('已保存'), { type: 'success' })
            setBase(saved)
          }}
          tools={
            <>
              {preview && <PreviewButton>{preview}</PreviewButton>}
              {initial && <RestoreDefaults initial={initial} names={names} />}
              {tools?.(base)}
            </>
          }
          aside={preview && <PreviewAside>{preview}</PreviewAside>}
        />
      ) : (
        <Sections resource={{ fields, show: form }} record={base} />
      )}
    </>
  )
}
