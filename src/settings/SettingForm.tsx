import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { usePreview } from '../preview/PreviewAside.tsx'
import { type Intent, saveIntent, type Send, type FormValues } from '../form/intent.ts'
import { SectionedForm } from '../form/RecordForm.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { Sections } from '../record/ResourceShow.tsx'
import type { LogOf } from './ChangeLog.tsx'
import { ChangeLogButton } from './SettingTools.tsx'

import './settings.css'

type Source = { label: string; values: object }

type EditorProps = {
  fields: Fields
  /** Section title to field names. */
  form: Readonly<Record<string, readonly string[]>>
  /** The stored values with their version. */
  record: AnyRecord
  send: Send
  /** Purposes beyond 保存, which stands first. */
  intents?: readonly Intent[]
  /** Values that the menu can put into the form, to be saved or given up like any change. */
  sources?: readonly Source[] | undefined
  /** Draws what visitors will see of the values in the form. */
  preview?: ((values: FormValues) => ReactNode) | undefined
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

const noSources: readonly Source[] = []

const Editor = ({ fields, form, record, send, intents = [], sources = noSources, preview }: EditorProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const sections = useMemo(() => Object.entries(form).map(([title, names]) => ({ title, names })), [form])
  const names = useMemo(() => sections.flatMap(section => section.names), [sections])
  const notifySaved = () => notify(translate('已保存'), { type: 'success' })
  const isSavePrimary = !intents.some(intent => intent.isPrimary)
  const state = useRecordForm({
    sections,
    fields,
    base: record,
    send,
    intents: [saveIntent(translate, notifySaved, isSavePrimary), ...intents],
  })
  const { setValue } = state.methods
  const { items, aside } = usePreview(preview)
  const restore = (values: FormValues) => {
    for (const name of names)
      setValue(name, structuredClone(values[name] ?? null), { shouldDirty: true, shouldValidate: true })
  }
  const restoring = sources.map(({ label, values }) => ({
    key: label,
    label,
    onChoose: () => restore({ ...values }),
  }))
  return <SectionedForm form={state} items={[...items, ...restoring]} aside={aside} />
}
