import { useEditContext, useTranslate } from 'ra-core'
import { type ReactNode, useCallback } from 'react'

import type { AnyRecord, AnySetting } from '../../resources/kit/index.ts'
import { useRights } from '../session/useRights.ts'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { useSave } from '../form/saving/useSave.ts'
import { EditRecord } from '../form/EditRecord.tsx'
import { explanations } from '../../resources/settings/explanations.ts'
import type { RehearsedPart } from './rehearsal/Rehearsal.tsx'
import { SettingForm } from './SettingForm.tsx'
import { hasPreview } from './previewedSettings.ts'
import { Addresses } from './Addresses.tsx'

type Values = Readonly<Record<string, unknown>>
type PreviewProps = { name: string; values: Values }

// Loaded on demand, so that the form does not wait for the preview.
const Preview = lazyComponent<PreviewProps>(
  async () => {
    const { previewOf } = await import('./previews.tsx')
    return ({ name, values }) => {
      const Content = previewOf(name)
      return Content && <Content values={values} />
    }
  },
  () => <div className="preview-loading" aria-busy />,
)

/** The settings whose values are rules that can be rehearsed on the past. */
const rehearsedSettings: Readonly<Record<string, RehearsedPart | undefined>> = {
  cardReview: 'review',
  complianceRules: 'promotion',
}

type Props = {
  setting: AnySetting
  below?: ReactNode
  /** Sentences beside the form that are loaded with a page of its own; by default those of the setting. */
  explanation?: readonly string[]
}

/** Page of a setting: its form with a preview, its defaults and its change log. */
export const SettingPage = ({ setting, below, explanation }: Props) => (
  <EditRecord resource={setting}>
    <SettingScreen
      setting={setting}
      below={below}
      explanation={explanation ?? explanations[setting.name] ?? setting.explanation}
    />
  </EditRecord>
)

const SettingScreen = ({ setting, below, explanation }: Props) => {
  const translate = useTranslate()
  const { record } = useEditContext<AnyRecord>()
  const { mayEdit } = useRights()
  const send = useSave(setting)
  const { name, initial, fields, form, logModule, addresses } = setting
  const renderPreview = useCallback((values: Values) => <Preview name={name} values={values} />, [name])
  if (!record) return <FormSkeleton />
  const isEditable = mayEdit(setting, record)
  return (
    <>
      <SettingForm
        fields={fields}
        form={form}
        record={record}
        mayEdit={isEditable}
        send={send}
        log={logModule && { module: logModule, targetType: name }}
        sources={initial && [{ label: translate('恢复默认'), values: initial }]}
        preview={hasPreview(name) ? renderPreview : undefined}
        explanation={explanation}
        rehearsal={rehearsedSettings[name]}
      />
      {addresses && <Addresses addresses={addresses} />}
      {isEditable && below}
    </>
  )
}
