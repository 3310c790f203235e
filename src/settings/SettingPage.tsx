import { useEditContext, useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'

import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { useRights } from '../actions/useRights.ts'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { lazyComponent } from '../layout/lazyComponent.tsx'
import { RecordForm } from '../views/form/RecordForm.tsx'
import { EditRecord } from '../loading/EditRecord.tsx'
import { Sections } from '../views/ResourceShow.tsx'
import { PreviewAside, PreviewButton } from '../preview/PreviewAside.tsx'
import { hasPreview } from './previewed.ts'
import { ChangeLogButton, RestoreDefaults } from './SettingTools.tsx'

import './settings.css'

type Values = Readonly<Record<string, unknown>>
type Named = { name: string; values: Values }

// The phone comes beside the form, not before it.
const Preview = lazyComponent<Named>(
  async () => {
    const { previewOf } = await import('./previews.tsx')
    return ({ name, values }) => {
      const Content = previewOf(name)
      return Content && <Content values={values} />
    }
  },
  () => <div className="preview-loading" aria-busy />,
)

type Props = { resource: AnyResource; below?: ReactNode }

/** The page of a setting: its form, what it makes of the mini-program, its defaults, and who changed it. */
export const SettingPage = ({ resource, below }: Props) => (
  <EditRecord resource={resource}>
    <SettingScreen resource={resource} below={below} />
  </EditRecord>
)

/** One stays on the page of a setting. */
const SettingScreen = ({ resource, below }: Props) => {
  const translate = useTranslate()
  const { record } = useEditContext<AnyRecord>()
  const { mayEdit } = useRights()
  const notify = useNotify()
  const { name, initial = {}, fields, logModule } = resource
  const [base, setBase] = useState<AnyRecord | null>(record ?? null)
  const draw = useCallback((values: Values) => <Preview name={name} values={values} />, [name])
  const names = useMemo(() => Object.keys(fields), [fields])
  if (record && !base) setBase(record)
  if (!base) return <FormSkeleton />
  const log = logModule && <ChangeLogButton of={{ module: logModule, targetType: name }} />
  if (!mayEdit(resource, base))
    return (
      <>
        {log}
        <Sections resource={resource} record={base} />
      </>
    )
  const onSaved = (saved: AnyRecord) => {
    notify(translate('已保存'), { type: 'success' })
    setBase(saved)
  }
  return (
    <>
      {log}
      <RecordForm
        key={String(base['version'])}
        resource={resource}
        base={base}
        onSaved={onSaved}
        tools={
          <>
            {hasPreview(name) && <PreviewButton>{draw}</PreviewButton>}
            <RestoreDefaults initial={initial} names={names} />
          </>
        }
        aside={hasPreview(name) && <PreviewAside>{draw}</PreviewAside>}
      />
      {below}
    </>
  )
}
