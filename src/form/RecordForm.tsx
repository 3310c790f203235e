import { useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'

import type { AnyResource } from '../../resources/kit/index.ts'
import type { PopupItem } from '../shell/Popups.tsx'
import { FormFrame, FormHead } from './FormFrame.tsx'
import { FormSections } from './FormSections.tsx'
import { type Intent, saveIntent } from './intent.ts'
import { IntentBar } from './IntentBar.tsx'
import { SectionList } from './SectionList.tsx'
import { sectionsOf } from './sections.ts'
import { type RecordFormOptions, type RecordFormState, useRecordForm } from './useRecordForm.ts'
import { useSave } from './useSave.ts'

type LayoutProps = {
  form: RecordFormState
  /** Where one goes instead; without it one stays, and what was typed is taken back. */
  onCancel?: (() => void) | undefined
  /** Further items of the menu 更多 in the save bar. */
  items?: readonly PopupItem[]
  /** What stands beside the fields and follows them. */
  aside?: ReactNode
  /** Of a long form: its sections fold and say how much of them is filled in. */
  isFoldable?: boolean | undefined
  /** A page with several forms guards them together. */
  hasOwnGuard?: boolean
}

/** A form in its usual layout: the list of sections, the fields, the bar, and what stands beside them. */
export const SectionedForm = ({ form, onCancel, items, aside, isFoldable, hasOwnGuard }: LayoutProps) => {
  const { sections, fields, idOf, changed } = form
  return (
    <FormFrame form={form} hasOwnGuard={hasOwnGuard}>
      <div className="form-grid">
        {sections.length > 1 && <SectionList sections={sections} idOf={idOf} changed={changed} />}
        <div className="form-column">
          <FormHead form={form} />
          <FormSections sections={sections} fields={fields} idOf={idOf} isFoldable={isFoldable} />
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

/** The form of one record, from its declaration. */
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
