import { type SortPayload, useGetList, useTranslate } from 'ra-core'

import { retryOptions } from '../../providers/queryClient.ts'
import type { AnyEntity, AnyRecord } from '../../resources/kit/index.ts'
import { isBlank } from '../../resources/domain/sameness.ts'
import { Cell } from '../fields/kinds.tsx'
import { PersonPicture } from '../fields/choice/PersonPicture.tsx'
import { IntentLink } from '../routing/IntentLink.tsx'
import { pathTo } from '../routing/paths.ts'
import { recordTitle } from '../routing/recordTitle.ts'
import { useRights } from '../session/useRights.ts'
import { RecordPart } from './RecordPart.tsx'

type Props = {
  title: string
  resource: AnyEntity
  filter: Readonly<Record<string, unknown>>
  sort?: SortPayload
  /** Names of the fields shown below a row's title. */
  facts: readonly string[]
  more?: { to: string; label: string } | undefined
}

/** Number of rows shown; the link leads to the others. */
const perPage = 5

const RowTitle = ({ resource, record }: Pick<Props, 'resource'> & { record: AnyRecord }) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const { show } = resource.views
  const title = recordTitle(resource, record, translate)
  return show && mayOpen(show) ? (
    <IntentLink className="part-title" to={pathTo(show.path, record.id)}>
      {title}
    </IntentLink>
  ) : (
    <span className="part-title">{title}</span>
  )
}

/** The first rows of another resource that belong to the current record. */
export const LatestRows = ({ title, resource, filter, sort = resource.sort, facts, more }: Props) => {
  const translate = useTranslate()
  const query = useGetList<AnyRecord>(
    resource.name,
    { pagination: { page: 1, perPage }, sort, filter },
    { ...retryOptions, staleTime: 0 },
  )
  return (
    <RecordPart title={title} query={query} more={query.data?.length ? more : undefined}>
      {rows =>
        rows.length === 0 ? (
          <p className="secondary">{translate('暂无%{label}', { label: translate(resource.label) })}</p>
        ) : (
          <ul className="plain-list lined">
            {rows.map(record => (
              <li key={record.id} className="part-row">
                {resource.avatarField && (
                  <PersonPicture
                    name={recordTitle(resource, record, translate)}
                    picture={(record[resource.avatarField] ?? null) as string | null}
                  />
                )}
                <div className="part-text">
                  <RowTitle resource={resource} record={record} />
                  <p className="cluster caption">
                    {facts
                      .filter(name => !isBlank(record[name]))
                      .map(name => (
                        <Cell
                          key={name}
                          field={resource.fields[name]!}
                          value={record[name]}
                          record={record}
                        />
                      ))}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </RecordPart>
  )
}
