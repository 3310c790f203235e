import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { PreviewAside, PreviewButton } from '../preview/PreviewAside.tsx'
import { type Intent, saveIntent, type Send, type Values } from '../form/intent.ts'
import { SectionedForm } from '../form/RecordForm.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { Sections } from '../record/ResourceShow.tsx'
import type { LogOf } from './ChangeLog.tsx'
import { ChangeLogButton, RestoreDefaults } from './SettingTools.tsx'

import './settings.css'

type EditorProps = {
  fields: Fields
  /** Section title to field names. */
  form: Readonly<Record<string, readonly string[]>>
  /** The stored values with their version. */
  record: AnyRecord
  send: Send
  /** Purposes besides 保存, which stands last. */
  intents?: readonly Intent[]
  /** What 恢复默认 puts into the form; without it there is no such button. */
  initial?: object | undefined
  /** Draws what visitors will see of the values in the form. */
  preview?: ((values: Values) => ReactNode) | undefined
  /** Further buttons of the bar, by what was saved last. */
  tools?: (saved: AnyRecord) => ReactNode
}

type Props = EditorProps & {
  /** Without it the values can only be read. */
  mayEdit: boolean
  /** Whose changes 变更记录 shows. */
  log?: LogOf | undefined
}

/** The form of one part of the configuration, whichever calls read and save it; one stays on its page. */
export const SettingForm = ({ mayEdit, log, ...props }: Props) => (
  <>
    {log && <ChangeLogButton of={log} />}
    {mayEdit ? (
      <Editor {...props} />
    ) : (
      <Sections resource={{ fields: props.fields, show: props.form }} record={props.record} />
    )}
  </>
)

const Editor = ({ fields, form, record, send, intents = [], initial, preview, tools }: EditorProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const sections = useMemo(() => Object.entries(form).map(([title, names]) => ({ title, names })), [form])
  const names = useMemo(() => sections.flatMap(section => section.names), [sections])
  const notifySaved = () => notify(translate('已保存'), { type: 'success' })
  const state = useRecordForm({
    sections,
    fields,
    base: record,
    send,
    intents: [...intents, saveIntent(translate, notifySaved)],
  })
  return (
    <SectionedForm
      form={state}
      tools={
        <>
          {preview && <PreviewButton>{preview}</PreviewButton>}
          {initial && <RestoreDefaults initial={initial} names={names} />}
          {tools?.(state.base ?? record)}
        </>
      }
      aside={preview && <PreviewAside>{preview}</PreviewAside>}
    />
  )
}
