import { useShowContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type AnyRecord, type AnyEntity, entriesOf } from '../../resources/kit/index.ts'
import { useActions } from './actions/useActions.tsx'
import { recordTitle } from '../routing/recordTitle.ts'
import { useRights } from '../session/useRights.ts'
import { Cell } from '../fields/kinds.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { PageActions, PageTitle } from '../layout/pageSlots.tsx'
import { pathTo } from '../routing/paths.ts'
import { ShowRecord } from './ShowRecord.tsx'
import { ProposalNote } from '../form/saving/ProposalNote.tsx'
import { DetailActions } from './DetailActions.tsx'
import { PreviousNext } from './PreviousNext.tsx'

import './record.css'

type Props = {
  resource: AnyEntity
  /** Custom parts above and beside the sections; they find the record in react-admin's RecordContext. */
  above?: ReactNode
  beside?: ReactNode
}

/** Read-only page of a record, with the sections that its declaration lists. */
export const ResourceShow = (props: Props) => (
  <ShowRecord resource={props.resource.name}>
    <ShowScreen {...props} />
  </ShowRecord>
)

const ShowScreen = ({ resource, above, beside }: Props) => {
  const translate = useTranslate()
  const { record } = useShowContext<AnyRecord>()
  const navigate = useNavigate()
  const { mayEdit } = useRights()
  const { list, edit } = resource.views
  const { start, dialogs } = useActions(resource, (_, { call }) => {
    if (call === resource.crud.remove && list) void navigate(list.path)
  })
  if (!record) return null
  return (
    <>
      <PageTitle>{recordTitle(resource, record, translate)}</PageTitle>
      <PreviousNext resource={resource} id={record.id} view="show" />
      <PageActions>
        {edit && mayEdit(resource, record) && (
          <ButtonLink look="primary" to={pathTo(edit.path, record.id)}>
            {translate('编辑')}
          </ButtonLink>
        )}
      </PageActions>
      <DetailActions resource={resource} onAct={start} />
      <ProposalNote resource={resource.name} id={Number(record.id)} />
      {above}
      {beside ? (
        <div className="record-columns">
          <RecordSections resource={filledSections(resource, record)} record={record} />
          <div className="stack">{beside}</div>
        </div>
      ) : (
        <RecordSections resource={resource} record={record} />
      )}
      {dialogs}
    </>
  )
}

/** Leaves out sections without any value. */
const filledSections = ({ fields, show }: AnyEntity, record: AnyRecord) => ({
  fields,
  show: Object.fromEntries(entriesOf(show).filter(([, names]) => names.some(name => !isBlank(record[name])))),
})

type SectionsProps = { resource: Pick<AnyEntity, 'fields' | 'show'>; record: AnyRecord }

/** Read-only fields of a record, grouped in sections. */
export const RecordSections = ({ resource, record }: SectionsProps) => {
  const translate = useTranslate()
  const { mayRead } = useRights()
  return (
    <div className="show">
      {Object.entries(resource.show).map(([title, names]) => (
        <section key={title} className="show-section" aria-label={translate(title)}>
          <h2>{translate(title)}</h2>
          <dl>
            {names
              .filter(name => mayRead(resource.fields[name]!))
              .map(name => (
                <div key={name}>
                  <dt>{translate(resource.fields[name]!.label)}</dt>
                  <dd>
                    <Cell field={resource.fields[name]!} value={record[name]} record={record} isWhole />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
