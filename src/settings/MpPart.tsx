import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useMemo, useState } from 'react'

import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { firm } from '../../resources/settings/firm.ts'
import { useRights } from '../actions/useRights.ts'
import { Chip } from '../fields/cells.tsx'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { PageState } from '../layout/pageSlots.tsx'
import { Loaded } from '../loading/Loaded.tsx'
import { FieldForm } from '../views/form/RecordForm.tsx'
import { Sections } from '../views/ResourceShow.tsx'
import { PublicationsButton } from './Publications.tsx'
import { PreviewAside, PreviewButton } from '../preview/PreviewAside.tsx'
import { differingNames, PublishButton, RevertButton } from './Publishing.tsx'
import { ChangeLogButton, RestoreDefaults } from './SettingTools.tsx'
import { type Part, recordOfPart, useMpconf, useMpconfSaving } from './useMpconf.ts'

import './settings.css'

type Values = Readonly<Record<string, unknown>>

const otherPart = { index: 'card', card: 'index' } as const

type Props = {
  part: Part
  fields: Fields
  /** Section title to field names. */
  form: Readonly<Record<string, readonly string[]>>
  initial: object
  preview: (values: Values) => ReactNode
}

type EditorProps = Props & {
  draft: AnyRecord
  published: AnyRecord
  /** What is kept of the other page, which is published with this one. */
  otherDiffers: boolean
  /** Visitors see what the product brings along. */
  isNeverPublished: boolean
}

const Editor = ({ part, fields, form, initial, preview, draft, published, ...props }: EditorProps) => {
  const { otherDiffers, isNeverPublished } = props
  const translate = useTranslate()
  const notify = useNotify()
  const [base, setBase] = useState(draft)
  const { publishNext, ...saving } = useMpconfSaving(part)
  const sections = useMemo(() => Object.entries(form).map(([title, names]) => ({ title, names })), [form])
  const names = useMemo(() => Object.keys(fields), [fields])
  const differs = differingNames({ fields, before: published, after: base }).length > 0 || otherDiffers
  return (
    <>
      <PageState>
        {differs ? (
          <Chip tone="waiting">{translate('有未发布的草稿')}</Chip>
        ) : isNeverPublished ? (
          <Chip tone="waiting">{translate('尚未发布')}</Chip>
        ) : (
          <Chip tone="good">{translate('已发布')}</Chip>
        )}
      </PageState>
      <ChangeLogButton of={{ module: 10, targetType: 'mpconf' }} />
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
            <PreviewButton>{preview}</PreviewButton>
            <RestoreDefaults initial={initial} names={names} />
            {differs && <RevertButton names={names} published={published} />}
            <PublishButton
              fields={fields}
              published={published}
              onPublish={publishNext}
              hasMore={otherDiffers}
              isFirst={isNeverPublished}
              isSaving={saving.isSaving}
            />
          </>
        }
        aside={<PreviewAside>{preview}</PreviewAside>}
      />
    </>
  )
}

/** A page of the mini-program: changed as a draft, looked at beside it, published when it is right. */
export const MpPart = (props: Props) => {
  const { part, fields, form } = props
  const { can } = useRights()
  const query = useMpconf()
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {({ draft, published }) =>
        can(firm, 'updateMpconf') ? (
          <>
            <PublicationsButton version={draft.version} />
            <Editor
              key={`${published.publishedAt}`}
              {...props}
              draft={recordOfPart(part, draft)}
              published={recordOfPart(part, published)}
              // A back-end of the firm's own may not say when.
              isNeverPublished={published.publishedAt === null}
              otherDiffers={!isSame(draft[otherPart[part]], published[otherPart[part]])}
            />
          </>
        ) : (
          <Sections resource={{ fields, show: form }} record={recordOfPart(part, published)} />
        )
      }
    </Loaded>
  )
}
