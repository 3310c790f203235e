import { useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'

import type { AnyResource } from '../../resources/kit/index.ts'
import type { PopupItem } from '../ui/Popups.tsx'
import { FormFrame, FormHead } from './FormFrame.tsx'
import { FormSections } from './FormSections.tsx'
import { type Intent, saveIntent } from './undoable/intent.ts'
import { IntentBar } from './undoable/IntentBar.tsx'
import { SectionList } from './SectionList.tsx'
import { sectionsOf } from './sections.ts'
import { type RecordFormOptions, type RecordFormState, useRecordForm } from './useRecordForm.ts'
import { useSave } from './saving/useSave.ts'

type LayoutProps = {
  form: RecordFormState
  /** Leaves the page. Without it the bar has a button that discards the changes. */
  onCancel?: (() => void) | undefined
  /** Additional commands for the menu 更多 in the save bar. */
  items?: readonly PopupItem[]
  /** Content beside the fields, such as a preview of the typed values. */
  aside?: ReactNode
  /** Content between the fields and the save bar. */
  foot?: ReactNode
  /** Whether sections can be collapsed and show how many of their fields are filled in; for long forms. */
  isFoldable?: boolean | undefined
  /** Renders the field with this name; by default its input. Memoised. */
  renderField?: ((name: string) => ReactNode) | undefined
  /** False on a page with several forms, which has one leave guard for all of them. */
  hasOwnGuard?: boolean
}

/** The usual layout of a form: list of sections, fields, save bar, and an optional column beside them. */
export const SectionedForm = ({
  form,
  onCancel,
  items,
  aside,
  foot,
  hasOwnGuard,
  ...layout
}: LayoutProps) => {
  const { isFoldable, renderField } = layout
  const { sections, fields, idOf, changed } = form
  return (
    <FormFrame form={form} hasOwnGuard={hasOwnGuard}>
      <div className="form-grid">
        {sections.length > 1 && <SectionList sections={sections} idOf={idOf} changed={changed} />}
        <div className="form-column">
          <FormHead form={form} />
          <FormSections sections={sections} fields={fields} idOf={idOf} isFoldable={isFoldable}>
            {renderField}
          </FormSections>
          {foot}
          <IntentBar form={form} items={items} onCancel={onCancel} />
        </div>
        {aside}
      </div>
    </FormFrame>
  )
}

type Props = Pick<RecordFormOptions, 'base' | 'initial' | 'draftName'> &
  Omit<LayoutProps, 'form'> & {
    resource: AnyResource
    onSaved: Intent['onSaved']
  }

/** Form that creates or edits one record, generated from the declaration of its resource. */
export const RecordForm = ({ resource, base, initial, draftName, onSaved, ...layout }: Props) => {
  const translate = useTranslate()
  const verb = base === null ? 'create' : 'update'
  const sections = useMemo(() => sectionsOf(resource, verb), [resource, verb])
  const form = useRecordForm({
    sections,
    fields: resource.fields,
    base,
    initial: { ...resource.initial, ...initial },
    draftName,
    send: useSave(resource),
    intents: [saveIntent(translate, onSaved)],
  })
  return <SectionedForm form={form} {...layout} />
}
