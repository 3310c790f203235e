import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { useFormPreview } from '../preview/phone/PreviewAside.tsx'
import { type Intent, saveIntent, type Send, type FormValues } from '../form/undoable/intent.ts'
import { SectionedForm } from '../form/RecordForm.tsx'
import { useRecordForm } from '../form/useRecordForm.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { RecordSections } from '../record/ResourceShow.tsx'
import type { LogFilter } from './ChangeLog.tsx'
import type { RehearsalProps, RehearsedPart } from './rehearsal/Rehearsal.tsx'
import { ChangeLogButton } from './SettingTools.tsx'

import './settings.css'

type ValueSource = { label: string; values: object }

type EditorProps = {
  fields: Fields
  /** Field names by section title. */
  form: Readonly<Record<string, readonly string[]>>
  /** The stored values with their version. */
  record: AnyRecord
  send: Send
  /** Names of fields whose values no draft may keep. */
  secrets?: readonly string[] | undefined
  /** Intents in addition to 保存, which comes first. */
  intents?: readonly Intent[]
  /** Sets of values, such as defaults, that the menu can put into the form; they are unsaved changes then. */
  sources?: readonly ValueSource[] | undefined
  /** Renders the field with this name; by default its input. Memoised. */
  renderField?: ((name: string) => ReactNode) | undefined
  /** Renders a preview of the values in the form. */
  preview?: ((values: FormValues) => ReactNode) | undefined
  /** Sentences beside the form of a setting without a preview. */
  explanation?: readonly string[] | undefined
  /** Which rules the form holds, if they can be rehearsed on the past. */
  rehearsal?: RehearsedPart | undefined
}

type Props = EditorProps & {
  /** Whether the user may edit; otherwise the values are shown read-only. */
  mayEdit: boolean
  /** Log entries that 变更记录 shows. */
  log?: LogFilter | undefined
}

/** Form for one part of the configuration, whichever calls read and save it; saving does not leave the page. */
export const SettingForm = ({ mayEdit, log, ...props }: Props) => (
  <>
    {log && <ChangeLogButton filter={log} />}
    {mayEdit ? (
      <EditorForm {...props} />
    ) : (
      <RecordSections resource={{ fields: props.fields, show: props.form }} record={props.record} />
    )}
  </>
)

const Explanation = ({ sentences }: { sentences: readonly string[] }) => {
  const translate = useTranslate()
  return (
    <aside className="panel form-preview explanation" aria-label={translate('作用说明')}>
      <h2 className="section-title">{translate('作用说明')}</h2>
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{translate(sentence)}</li>
        ))}
      </ul>
    </aside>
  )
}

// Loaded on demand, so that other settings do without it.
const Rehearsal = lazyComponent<RehearsalProps>(
  async () => (await import('./rehearsal/Rehearsal.tsx')).Rehearsal,
  () => <div aria-busy />,
)

const noSources: readonly ValueSource[] = []

const EditorForm = ({
  fields,
  form,
  record,
  send,
  secrets,
  intents = [],
  sources = noSources,
  renderField,
  preview,
  explanation,
  rehearsal,
}: EditorProps) => {
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
    secrets,
    intents: [saveIntent(translate, notifySaved, isSavePrimary), ...intents],
  })
  const { setValue } = state.methods
  const { items, aside } = useFormPreview(preview)
  const beside = explanation ? <Explanation sentences={explanation} /> : aside
  const restore = (values: FormValues) => {
    for (const name of names)
      setValue(name, structuredClone(values[name] ?? null), { shouldDirty: true, shouldValidate: true })
  }
  const restoring = sources.map(({ label, values }) => ({
    key: label,
    label,
    onChoose: () => restore({ ...values }),
  }))
  return (
    <SectionedForm
      form={state}
      renderField={renderField}
      items={[...items, ...restoring]}
      aside={beside}
      // A result is about the stored rules, and ends when others are stored.
      foot={rehearsal && <Rehearsal key={Number(record['version'])} part={rehearsal} fields={fields} />}
    />
  )
}
