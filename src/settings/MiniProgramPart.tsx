import { useNotify, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { firm } from '../../resources/settings/firm.ts'
import { useRights } from '../session/useRights.ts'
import { Chip } from '../ui/Chip.tsx'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { PageState } from '../layout/pageSlots.tsx'
import { Loaded } from '../states/Loaded.tsx'
import { RecordSections } from '../record/ResourceShow.tsx'
import { PublicationsButton } from './Publications.tsx'
import type { Intent } from '../form/undoable/intent.ts'
import type { RehearsedPart } from './rehearsal/Rehearsal.tsx'
import { differingNames, PublishDialog } from './Publishing.tsx'
import { SettingForm } from './SettingForm.tsx'
import { type MpconfPart, recordOfPart, useMpconf, useSaveMpconf } from './useMpconf.ts'

type Values = Readonly<Record<string, unknown>>

const otherPart = { index: 'card', card: 'index' } as const

type Props = {
  part: MpconfPart
  fields: Fields
  /** Field names by section title. */
  form: Readonly<Record<string, readonly string[]>>
  initial: object
  preview: (values: Values) => ReactNode
  rehearsal?: RehearsedPart
}

type EditorProps = Props & {
  draft: AnyRecord
  published: AnyRecord
  /** Whether the mini-program's other page also has a draft, which is published together with this one. */
  otherHasDraft: boolean
  /** Whether visitors still see the initial content of the product. */
  isNeverPublished: boolean
}

const PublicationState = ({
  hasDraft,
  isNeverPublished,
}: {
  hasDraft: boolean
  isNeverPublished: boolean
}) => {
  const translate = useTranslate()
  return (
    <PageState>
      {hasDraft ? (
        <Chip tone="waiting">{translate('有未发布的草稿')}</Chip>
      ) : isNeverPublished ? (
        <Chip tone="waiting">{translate('尚未发布')}</Chip>
      ) : (
        <Chip tone="good">{translate('已发布')}</Chip>
      )}
    </PageState>
  )
}

const DraftForm = ({ part, fields, form, initial, preview, draft, published, ...props }: EditorProps) => {
  const translate = useTranslate()
  const { otherHasDraft, isNeverPublished, rehearsal } = props
  const notify = useNotify()
  const send = useSaveMpconf(part)
  const hasDraft = differingNames({ fields, before: published, after: draft }).length > 0 || otherHasDraft
  const publish: Intent = {
    name: 'publish',
    label: translate('发布'),
    isPrimary: hasDraft,
    needsNoChange: true,
    input: { draft: 0 },
    ask: (values, answer) => (
      <PublishDialog
        {...answer}
        fields={fields}
        published={published}
        values={values}
        hasMore={otherHasDraft}
        isFirst={isNeverPublished}
      />
    ),
    onSaved: () => notify(translate('已保存'), { type: 'success' }),
  }
  const sources = [
    { label: translate('恢复默认'), values: initial },
    ...(hasDraft ? [{ label: translate('恢复为已发布'), values: published }] : []),
  ]
  return (
    <>
      <PublicationState hasDraft={hasDraft} isNeverPublished={isNeverPublished} />
      <SettingForm
        fields={fields}
        form={form}
        record={draft}
        mayEdit
        send={send}
        intents={[publish]}
        log={{ module: 10, targetType: 'mpconf' }}
        sources={sources}
        preview={preview}
        rehearsal={rehearsal}
      />
    </>
  )
}

/** A page of the mini-program: edited as a draft beside a preview, then published. */
export const MiniProgramPart = (props: Props) => {
  const { part, fields, form } = props
  const { can } = useRights()
  const query = useMpconf()
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {({ draft, published }) =>
        can(firm, 'updateMpconf') ? (
          <>
            <PublicationsButton version={draft.version} />
            <DraftForm
              {...props}
              draft={recordOfPart(part, draft)}
              published={recordOfPart(part, published)}
              // Another back-end may not send the time of publication.
              isNeverPublished={published.publishedAt === null}
              otherHasDraft={!isSame(draft[otherPart[part]], published[otherPart[part]])}
            />
          </>
        ) : (
          <RecordSections resource={{ fields, show: form }} record={recordOfPart(part, published)} />
        )
      }
    </Loaded>
  )
}
