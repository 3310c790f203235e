import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { cards } from '../../../resources/cards/index.ts'
import { articles, cases, trends, videos } from '../../../resources/articles/index.ts'
import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { type AnyEntity, optionsOf } from '../../../resources/kit/index.ts'
import { presentStatuses } from '../../../resources/lawyers/fields.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { tabCountText, useTabCounts } from '../../list/useTabCounts.ts'
import { RecordPart } from '../../record/RecordPart.tsx'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { pathTo } from '../../routing/paths.ts'
import { useRights } from '../../session/useRights.ts'

const CountLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <IntentLink className="count-value" to={to}>
    {children}
  </IntentLink>
)

type Props = { resource: AnyEntity; organizationId: number }
/** Of the people, the number is that of the office's record, which leaves out those who do not belong to it any more. */
type CountProps = Props & { present?: { label: string; states: readonly (string | number)[] } }

/** Number of an office's records, in total and by state, with links to the lists. */
const CountTile = ({ resource, organizationId, present }: CountProps) => {
  const translate = useTranslate()
  const { tabs, fields, label } = resource
  const shown = present?.states.map(state => tabs!.counts[state]!) ?? ['all']
  const query = useTabCounts(resource, tabs!, { organizationId })
  const options = optionsOf(fields[tabs!.field]!) ?? []
  return (
    <RecordPart title={translate(present?.label ?? label)} query={query}>
      {counts => (
        <>
          <CountLink
            to={filteredListPath(resource, {
              organizationId,
              ...(present && { [tabs!.field]: present.states }),
            })}
          >
            {tabCountText(counts, shown)}
          </CountLink>
          <p className="count-states">
            {options
              .filter(([value]) => counts[tabs!.counts[value]!])
              .map(([value, state]) => (
                <IntentLink
                  key={value}
                  to={filteredListPath(resource, { organizationId, [tabs!.field]: value })}
                >
                  {translate(state)} {tabCountText(counts, [tabs!.counts[value]!])}
                </IntentLink>
              ))}
          </p>
        </>
      )}
    </RecordPart>
  )
}

const articleResources: readonly AnyEntity[] = [trends, articles, cases, videos]
// Without the fixed kind, the call counts articles of all kinds.
const { fixed: _kind, ...articlesOfAllKinds } = articles

const KindCount = ({ resource, organizationId }: Props) => {
  const translate = useTranslate()
  const { data } = useTabCounts(resource, resource.tabs!, { organizationId })
  return data?.['all'] === 0 ? null : (
    <IntentLink to={filteredListPath(resource, { organizationId })}>
      {translate(resource.label)} {tabCountText(data, ['all'])}
    </IntentLink>
  )
}

/** Number of articles, in total and by kind; each kind has its own list. */
const ContentTile = ({ organizationId }: Pick<Props, 'organizationId'>) => {
  const translate = useTranslate()
  const { can } = useRights()
  const query = useTabCounts(articlesOfAllKinds, articles.tabs!, { organizationId })
  const readable = articleResources.filter(kind => can(kind, 'list') && can(kind, kind.tabs!.call))
  if (readable.length === 0) return null
  return (
    <RecordPart title={translate('内容')} query={query}>
      {counts => (
        <>
          <p className="count-value">{tabCountText(counts, ['all'])}</p>
          {counts['all'] !== 0 && (
            <p className="count-states">
              {readable.map(kind => (
                <KindCount key={kind.name} resource={kind} organizationId={organizationId} />
              ))}
            </p>
          )}
        </>
      )}
    </RecordPart>
  )
}

/** Number of administrators, which is part of the office's record. */
const AdminTile = ({ count, to }: { count: number; to: string }) => {
  const translate = useTranslate()
  return (
    <section className="show-section part" aria-label={translate(offices.fields.adminNum.label)}>
      <div className="part-head">
        <h2>{translate('管理员')}</h2>
      </div>
      <CountLink to={to}>{count}</CountLink>
    </section>
  )
}

/** Numbers of people, cards, articles and administrators of an office. */
export const CountTiles = ({ organizationId, adminNum }: { organizationId: number; adminNum: number }) => {
  const { can, mayOpen } = useRights()
  const counted: readonly Omit<CountProps, 'organizationId'>[] = [
    { resource: lawyers, present: { label: offices.fields.lawyerNum.label, states: presentStatuses } },
    { resource: cards },
  ]
  const { admins } = offices.pages
  return (
    <div className="record-tiles">
      {counted
        .filter(({ resource }) => can(resource, 'list') && can(resource, resource.tabs!.call))
        .map(tile => (
          <CountTile key={tile.resource.name} {...tile} organizationId={organizationId} />
        ))}
      <ContentTile organizationId={organizationId} />
      {admins && mayOpen(admins) && <AdminTile count={adminNum} to={pathTo(admins.path, organizationId)} />}
    </div>
  )
}
