import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'

import type { AnyRecord } from '../../../resources/kit/index.ts'
import { pageOfOffice } from '../../../resources/offices/cardLayout.ts'
import { offices } from '../../../resources/offices/index.ts'
import { firm as firmResource } from '../../../resources/settings/firm.ts'
import { cardPageFields } from '../../../resources/domain/cardPage.ts'
import type { FormValues, Send } from '../../form/undoable/intent.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { CardPagePreview } from '../../preview/screens/CardPagePreview.tsx'
import type { CardPage } from '../../preview/screens/MiniCard.tsx'
import { RecordSections } from '../../record/ResourceShow.tsx'
import { callKey, useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { SettingForm } from '../../settings/SettingForm.tsx'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { BlockTitles } from './BlockTitles.tsx'
import { effectivePage, fieldsBeside, type Template } from './fields.ts'
import { TemplatePart } from './TemplatePart.tsx'

import './officeCardTemplate.css'

const form = {
  样式: ['template', 'background', 'textColor', 'avatarStyle', 'headFields'],
  内容模块: ['blocks'],
  填写要求: ['requiredFields', 'policy'],
}

type Props = { organizationId: number; template: Template }

const recordOf = (organizationId: number, { name: _n, isAllowed: _a, firm: _f, ...values }: Template) =>
  ({ id: organizationId, ...values }) satisfies AnyRecord

const useSaveTemplate = (organizationId: number): Send => {
  const client = useQueryClient()
  const save = useServedCall('offices.saveCardTemplate')
  return async (values, base) => {
    const saved = await save!(
      offices.calls.saveCardTemplate.input.parse({
        ...values,
        organizationId,
        version: Number(base?.['version']),
      }),
    )
    client.setQueryData(callKey('offices.cardTemplate', { organizationId }), saved)
    void client.invalidateQueries({ queryKey: ['cards'] })
    return recordOf(organizationId, saved)
  }
}

const TemplateForm = ({ organizationId, template }: Props) => {
  const { firm } = template
  const send = useSaveTemplate(organizationId)
  const fields = useMemo(() => fieldsBeside(firm), [firm])
  const renderField = useCallback(
    (name: string) => <TemplatePart name={name} fields={fields} firm={firm} />,
    [fields, firm],
  )
  const preview = useCallback(
    (values: FormValues) => (
      <CardPagePreview
        organizationId={organizationId}
        page={pageOfOffice<CardPage, CardPage>(firm, values)}
      />
    ),
    [firm, organizationId],
  )
  return (
    <SettingForm
      fields={fields}
      form={form}
      record={recordOf(organizationId, template)}
      mayEdit
      send={send}
      renderField={renderField}
      preview={preview}
    />
  )
}

const NotAllowed = () => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const route = firmResource.pages.card
  return (
    <div className="note is-info cluster" role="status">
      <p>{translate('律所没有开启分所名片模板，本所名片使用律所的名片页。')}</p>
      {route && mayOpen(route) && <ButtonLink to={route.path}>{translate('打开名片页')}</ButtonLink>}
    </div>
  )
}

/** What applies to the cards of the office, for whoever may not change it. */
const ReadOnly = ({ organizationId, template }: Props) => {
  const translate = useTranslate()
  const page = effectivePage(template)
  const { 内容模块: _blocks, ...shown } = form
  return (
    <>
      <RecordSections
        resource={{ fields: cardPageFields, show: shown }}
        record={{ id: organizationId, ...page }}
      />
      <div className="show">
        <section className="show-section" aria-label={translate('内容模块')}>
          <h2>{translate('内容模块')}</h2>
          <p>
            <BlockTitles blocks={page.blocks} />
          </p>
        </section>
      </div>
    </>
  )
}

const TemplatePage = ({ organizationId, template }: Props) => {
  const { can } = useRights()
  const mayEdit = can(offices, 'saveCardTemplate', { organizationId })
  const isEditable = template.isAllowed === 1 && mayEdit
  return (
    <>
      <PageTitle>{template.name}</PageTitle>
      {template.isAllowed === 0 && <NotAllowed />}
      {isEditable ? (
        <TemplateForm organizationId={organizationId} template={template} />
      ) : (
        <ReadOnly organizationId={organizationId} template={template} />
      )}
    </>
  )
}

/** Page 名片模板: what the cards of an office have instead of the firm's card page. */
export const OfficeCardTemplate = () => {
  const organizationId = Number(useParams().id)
  const query = useCall(
    'offices.cardTemplate',
    { organizationId },
    // Not read again while it is being edited.
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false },
  )
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {template => <TemplatePage organizationId={organizationId} template={template} />}
    </Loaded>
  )
}
