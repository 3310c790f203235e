import { type SortPayload, useGetList, useTranslate } from 'ra-core'

import { retryOptions } from '../../providers/queryClient.ts'
import type { AnyEntity, AnyRecord } from '../../resources/kit/index.ts'
import { isBlank } from '../../resources/domain/sameness.ts'
import { Cell } from '../fields/kinds.tsx'
import { PersonPicture } from '../fields/PersonPicture.tsx'
import { IntentLink } from '../shell/IntentLink.tsx'
import { pathTo } from '../shell/paths.ts'
import { recordTitle } from '../shell/recordTitle.ts'
import { useRights } from '../shell/useRights.ts'
import { Part } from './Part.tsx'

type Props = {
  title: string
  resource: AnyEntity
  filter: Readonly<Record<string, unknown>>
  sort?: SortPayload
  /** Names of the fields that stand below the title of a row. */
  facts: readonly string[]
  more?: { to: string; label: string } | undefined
}

/** So many rows are read at a glance; the others are behind the link. */
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

/** The first rows of another resource that belong to the record of the page. */
export const LatestRows = ({ title, resource, filter, sort = resource.sort, facts, more }: Props) => {
  const translate = useTranslate()
  const query = useGetList<AnyRecord>(
    resource.name,
    { pagination: { page: 1, perPage }, sort, filter },
    { ...retryOptions, staleTime: 0 },
  )
  return (
    <Part title={title} query={query} more={query.data?.length ? more : undefined}>
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
    </Part>
  )
}
