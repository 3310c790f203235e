import { useShowContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type AnyRecord, type AnyEntity, entriesOf } from '../../resources/kit/index.ts'
import { useActions } from './actions/useActions.tsx'
import { recordTitle } from '../shell/recordTitle.ts'
import { useRights } from '../shell/useRights.ts'
import { Cell } from '../fields/kinds.tsx'
import { ButtonLink } from '../shell/Button.tsx'
import { PageActions, PageTitle } from '../shell/pageSlots.tsx'
import { pathTo } from '../shell/paths.ts'
import { ShowRecord } from './ShowRecord.tsx'
import { DetailActions } from './DetailActions.tsx'
import { PreviousNext } from './PreviousNext.tsx'

import './record.css'

type Props = {
  resource: AnyEntity
  /** Parts of a page written by hand, which find the record in react-admin's context: above the sections and beside them. */
  above?: ReactNode
  beside?: ReactNode
}

/** One record to read, in the sections its declaration names. */
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
      {above}
      {beside ? (
        <div className="record-columns">
          <Sections resource={filledSections(resource, record)} record={record} />
          <div className="stack">{beside}</div>
        </div>
      ) : (
        <Sections resource={resource} record={record} />
      )}
      {dialogs}
    </>
  )
}

/** Without the sections of which nothing is filled in. */
const filledSections = ({ fields, show }: AnyEntity, record: AnyRecord) => ({
  fields,
  show: Object.fromEntries(entriesOf(show).filter(([, names]) => names.some(name => !isBlank(record[name])))),
})

type SectionsProps = { resource: Pick<AnyEntity, 'fields' | 'show'>; record: AnyRecord }

/** The fields of a record in their sections; also a part of pages written by hand. */
export const Sections = ({ resource, record }: SectionsProps) => {
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
