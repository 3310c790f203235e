import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { cards } from '../../../resources/cards/index.ts'
import { articles, cases, trends, videos } from '../../../resources/articles/index.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { filterOptionsOf } from '../../fields/kinds.tsx'
import { tabCountText, useTabCounts } from '../../list/useTabCounts.ts'
import { RecordPart } from '../../record/RecordPart.tsx'
import { filteredListPath } from '../../shell/filteredListPath.ts'
import { IntentLink } from '../../shell/IntentLink.tsx'
import { pathTo } from '../../shell/paths.ts'
import { useRights } from '../../shell/useRights.ts'

const Value = ({ to, children }: { to: string; children: ReactNode }) => (
  <IntentLink className="count-value" to={to}>
    {children}
  </IntentLink>
)

type Props = { resource: AnyEntity; organizationId: number }

/** How many of these an office has, by the states of their list; each number leads to the rows that it counts. */
const CountTile = ({ resource, organizationId }: Props) => {
  const translate = useTranslate()
  const { tabs, views, fields, label } = resource
  const { path } = views.list!
  const query = useTabCounts(resource, tabs!, { organizationId })
  const options = filterOptionsOf(fields[tabs!.field]!) ?? []
  return (
    <RecordPart title={translate(label)} query={query}>
      {counts => (
        <>
          <Value to={filteredListPath(path, { organizationId })}>
            {tabCountText(counts, 'all', translate)}
          </Value>
          <p className="count-states">
            {options
              .filter(([value]) => counts[tabs!.counts[value]!])
              .map(([value, state]) => (
                <IntentLink key={value} to={filteredListPath(path, { organizationId, [tabs!.field]: value })}>
                  {translate(state)} {tabCountText(counts, tabs!.counts[value]!, translate)}
                </IntentLink>
              ))}
          </p>
        </>
      )}
    </RecordPart>
  )
}

const kinds: readonly AnyEntity[] = [trends, articles, cases, videos]
// Without the condition of one kind its call counts all four.
const { fixed: _kind, ...ofAllKinds } = articles

const Kind = ({ resource, organizationId }: Props) => {
  const translate = useTranslate()
  const { data } = useTabCounts(resource, resource.tabs!, { organizationId })
  return data?.['all'] === 0 ? null : (
    <IntentLink to={filteredListPath(resource.views.list!.path, { organizationId })}>
      {translate(resource.label)} {tabCountText(data, 'all', translate)}
    </IntentLink>
  )
}

/** The contents of an office, by kind: each has a list of its own. */
const ContentTile = ({ organizationId }: Pick<Props, 'organizationId'>) => {
  const translate = useTranslate()
  const { can } = useRights()
  const query = useTabCounts(ofAllKinds, articles.tabs!, { organizationId })
  const readable = kinds.filter(kind => can(kind, 'list') && can(kind, kind.tabs!.call))
  if (readable.length === 0) return null
  return (
    <RecordPart title={translate('内容')} query={query}>
      {counts => (
        <>
          <p className="count-value">{tabCountText(counts, 'all', translate)}</p>
          {counts['all'] !== 0 && (
            <p className="count-states">
              {readable.map(kind => (
                <Kind key={kind.name} resource={kind} organizationId={organizationId} />
              ))}
            </p>
          )}
        </>
      )}
    </RecordPart>
  )
}

/** The administrators are counted in the record. */
const AdminTile = ({ count, to }: { count: number; to: string }) => {
  const translate = useTranslate()
  return (
    <section className="show-section part" aria-label={translate(offices.fields.adminNum.label)}>
      <div className="part-head">
        <h2>{translate('管理员')}</h2>
      </div>
      <Value to={to}>{count}</Value>
    </section>
  )
}

/** What an office has: people, cards, contents, administrators. */
export const CountTiles = ({ organizationId, adminNum }: { organizationId: number; adminNum: number }) => {
  const { can, mayOpen } = useRights()
  const counted: readonly AnyEntity[] = [lawyers, cards]
  const { admins } = offices.pages
  return (
    <div className="record-tiles">
      {counted
        .filter(resource => can(resource, 'list') && can(resource, resource.tabs!.call))
        .map(resource => (
          <CountTile key={resource.name} resource={resource} organizationId={organizationId} />
        ))}
      <ContentTile organizationId={organizationId} />
      {admins && mayOpen(admins) && <AdminTile count={adminNum} to={pathTo(admins.path, organizationId)} />}
    </div>
  )
}
