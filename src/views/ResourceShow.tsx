import { ShowBase, useShowContext } from 'ra-core'
import { Link, useNavigate } from 'react-router-dom'

import { retry } from '../../providers/queryClient.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { useActions } from '../actions/useActions.tsx'
import { useRights } from '../actions/useRights.ts'
import { Cell } from '../fields/kinds.tsx'
import { PageActions, PageTitle } from '../layout/pageSlots.tsx'
import { DetailActions } from './DetailActions.tsx'
import { detail } from './form/useSave.ts'
import { Neighbours } from './Neighbours.tsx'
import { ErrorState } from './states.tsx'

import './views.css'

type Props = { resource: AnyResource }

/** One record to read, in the sections its declaration names. */
export const ResourceShow = ({ resource, id }: Props & { id?: number }) => (
  <ShowBase
    resource={resource.name}
    {...(id !== undefined && { id })}
    disableAuthentication
    queryOptions={{ ...retry, meta: detail, staleTime: 0, onError: () => {} }}
    loading={<div className="form-skeleton" role="status" aria-label="加载中" />}
    error={<ShowError />}
  >
    <ShowScreen resource={resource} />
  </ShowBase>
)

const ShowError = () => {
  const { error, refetch } = useShowContext()
  return <ErrorState error={error} onRetry={() => void refetch()} />
}

const ShowScreen = ({ resource }: Props) => {
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
      <PageTitle>{String(record[resource.title] ?? record.id)}</PageTitle>
      <Neighbours resource={resource} id={record.id} view="show" />
      <PageActions>
        {edit && mayEdit(resource, record) && (
          <Link className="button button-primary" to={edit.path.replace(':id', String(record.id))}>
            编辑
          </Link>
        )}
      </PageActions>
      <DetailActions resource={resource} record={record} onAct={start} />
      <Sections resource={resource} record={record} />
      {dialogs}
    </>
  )
}

/** The fields of a record in their sections; also a part of pages written by hand. */
export const Sections = ({ resource, record }: Props & { record: AnyRecord }) => (
  <div className="show">
    {Object.entries(resource.show).map(([title, names]) => (
      <section key={title} className="show-section" aria-label={title}>
        <h2>{title}</h2>
        <dl>
          {names.map(name => (
            <div key={name}>
              <dt>{resource.fields[name]!.label}</dt>
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
