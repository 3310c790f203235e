import { useNotify, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { firm } from '../../resources/settings/firm.ts'
import { useRights } from '../shell/useRights.ts'
import { Chip } from '../fields/cells.tsx'
import { FormSkeleton } from '../shell/FormSkeleton.tsx'
import { PageState } from '../shell/pageSlots.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Sections } from '../record/ResourceShow.tsx'
import { PublicationsButton } from './Publications.tsx'
import type { Intent } from '../form/intent.ts'
import { differingNames, PublishDialog } from './Publishing.tsx'
import { SettingForm } from './SettingForm.tsx'
import { type MpconfPart, recordOfPart, useMpconf, useSendMpconf } from './useMpconf.ts'

type Values = Readonly<Record<string, unknown>>

const otherPart = { index: 'card', card: 'index' } as const

type Props = {
  part: MpconfPart
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

const Publication = ({ differs, isNeverPublished }: { differs: boolean; isNeverPublished: boolean }) => {
  const translate = useTranslate()
  return (
    <PageState>
      {differs ? (
        <Chip tone="waiting">{translate('有未发布的草稿')}</Chip>
      ) : isNeverPublished ? (
        <Chip tone="waiting">{translate('尚未发布')}</Chip>
      ) : (
        <Chip tone="good">{translate('已发布')}</Chip>
      )}
    </PageState>
  )
}

const Editor = ({ part, fields, form, initial, preview, draft, published, ...props }: EditorProps) => {
  const translate = useTranslate()
  const { otherDiffers, isNeverPublished } = props
  const notify = useNotify()
  const send = useSendMpconf(part)
  const differs = differingNames({ fields, before: published, after: draft }).length > 0 || otherDiffers
  const publish: Intent = {
    name: 'publish',
    label: translate('发布'),
    isPrimary: differs,
    needsNoChange: true,
    input: { draft: 0 },
    ask: (values, answer) => (
      <PublishDialog
        {...answer}
        fields={fields}
        published={published}
        values={values}
        hasMore={otherDiffers}
        isFirst={isNeverPublished}
      />
    ),
    onSaved: () => notify(translate('已保存'), { type: 'success' }),
  }
  const sources = [
    { label: translate('恢复默认'), values: initial },
    ...(differs ? [{ label: translate('恢复为已发布'), values: published }] : []),
  ]
  return (
    <>
      <Publication differs={differs} isNeverPublished={isNeverPublished} />
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
