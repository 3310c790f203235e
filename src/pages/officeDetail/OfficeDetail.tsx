import { useRecordContext, useTranslate } from 'ra-core'

import { admins } from '../../../resources/admins/index.ts'
import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import type { AnyRecord, OutputOf } from '../../../resources/kit/index.ts'
import { logs } from '../../../resources/logs.ts'
import { offices } from '../../../resources/offices/index.ts'
import { CardVisits } from '../../card/visits/CardVisits.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { LatestRows } from '../../record/LatestRows.tsx'
import { RecordTimeline } from '../../record/timeline/RecordTimeline.tsx'
import { ResourceShow } from '../../record/ResourceShow.tsx'
import { PictureWithFallback } from '../../ui/PictureWithFallback.tsx'
import { PageState } from '../../layout/pageSlots.tsx'
import { pathTo } from '../../routing/paths.ts'
import { useRights } from '../../session/useRights.ts'
import { CountTiles } from './CountTiles.tsx'

import './officeDetail.css'

type Office = OutputOf<(typeof offices.calls)['firmOrganizationInfo']> & AnyRecord

const { fields, pages } = offices

const OfficeStates = ({ office }: { office: Office }) => (
  <PageState>
    <span className="cluster">
      {(['status', 'showStatus', 'isMain'] as const).map(name => (
        <Cell key={name} field={fields[name]} value={office[name]} record={office} />
      ))}
    </span>
  </PageState>
)

const OfficeHeader = ({ office }: { office: Office }) => {
  const translate = useTranslate()
  const { cover, logo, address, phone, workHours } = office
  return (
    <section className="panel record-head office-head" aria-label={translate('概要')}>
      <PictureWithFallback
        className={cover ? 'office-cover' : 'office-logo'}
        src={cover ?? logo}
        alt=""
        fallback={null}
      />
      <div>
        <p>{address}</p>
        <p className="cluster secondary">
          {phone.join(translate('、'))}
          {workHours && <span>{workHours}</span>}
        </p>
      </div>
    </section>
  )
}

const AboveSections = () => {
  const office = useRecordContext<Office>()
  if (!office) return null
  return (
    <>
      <OfficeStates office={office} />
      <OfficeHeader office={office} />
      <CountTiles organizationId={office.organizationId} adminNum={office.adminNum} />
    </>
  )
}

const BesideSections = () => {
  const translate = useTranslate()
  const office = useRecordContext<Office>()
  const { can, mayOpen } = useRights()
  if (!office) return null
  const { organizationId, name } = office
  const linkLabel = translate('查看全部')
  return (
    <>
      <CardVisits organizationId={organizationId} />
      {can(admins, 'list') && (
        <LatestRows
          title={translate('管理员')}
          resource={admins}
          filter={{ organizationId }}
          facts={['officeLevel', 'mobile', 'status']}
          more={
            mayOpen(pages['admins'])
              ? { to: pathTo(pages['admins']!.path, organizationId), label: linkLabel }
              : undefined
          }
        />
      )}
      {can(logs, 'list') && (
        <RecordTimeline
          type={offices.name}
          id={organizationId}
          restoring={{ resource: offices.name }}
          fallback={
            <LatestRows
              title={translate('操作记录')}
              resource={logs}
              filter={{ targetType: offices.name, targetId: organizationId }}
              facts={['createdAt', 'operatorName']}
              more={{
                to: filteredListPath(logs, {
                  targetType: offices.name,
                  targetId: organizationId,
                  target: name,
                }),
                label: linkLabel,
              }}
            />
          }
        />
      )}
    </>
  )
}

/** Page 律所详情: an office with numbers, administrators and log entries. */
export const OfficeDetail = () => (
  <ResourceShow resource={offices} above={<AboveSections />} beside={<BesideSections />} />
)
