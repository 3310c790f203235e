import { useRecordContext, useTranslate } from 'ra-core'

import { admins } from '../../../resources/admins/index.ts'
import type { AnyRecord, OutputOf } from '../../../resources/kit/index.ts'
import { logs } from '../../../resources/logs.ts'
import { offices } from '../../../resources/offices/index.ts'
import { Cell } from '../../fields/kinds.tsx'
import { LatestRows } from '../../record/LatestRows.tsx'
import { ResourceShow } from '../../record/ResourceShow.tsx'
import { PictureWithFallback } from '../../shell/PictureWithFallback.tsx'
import { filteredListPath } from '../../shell/filteredListPath.ts'
import { PageState } from '../../shell/pageSlots.tsx'
import { pathTo } from '../../shell/paths.ts'
import { useRights } from '../../shell/useRights.ts'
import { CountTiles } from './CountTiles.tsx'

import './officeDetail.css'

type Office = OutputOf<(typeof offices.calls)['firmOrganizationInfo']> & AnyRecord

const { fields, pages } = offices

const States = ({ office }: { office: Office }) => (
  <PageState>
    <span className="cluster">
      {(['status', 'showStatus', 'isMain'] as const).map(name => (
        <Cell key={name} field={fields[name]} value={office[name]} record={office} />
      ))}
    </span>
  </PageState>
)

const Head = ({ office }: { office: Office }) => {
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

const Above = () => {
  const office = useRecordContext<Office>()
  if (!office) return null
  return (
    <>
      <States office={office} />
      <Head office={office} />
      <CountTiles organizationId={office.organizationId} adminNum={office.adminNum} />
    </>
  )
}

const Beside = () => {
  const translate = useTranslate()
  const office = useRecordContext<Office>()
  const { can, mayOpen } = useRights()
  if (!office) return null
  const { organizationId, name } = office
  const all = translate('查看全部')
  return (
    <>
      {can(admins, 'list') && (
        <LatestRows
          title={translate('管理员')}
          resource={admins}
          filter={{ organizationId }}
          facts={['officeLevel', 'mobile', 'status']}
          more={
            mayOpen(pages['admins'])
              ? { to: pathTo(pages['admins']!.path, organizationId), label: all }
              : undefined
          }
        />
      )}
      {can(logs, 'list') && (
        <LatestRows
          title={translate('操作记录')}
          resource={logs}
          filter={{ targetType: offices.name, targetId: organizationId }}
          facts={['createdAt', 'operatorName']}
          more={{
            to: filteredListPath(logs.views.list!.path, {
              targetType: offices.name,
              targetId: organizationId,
              target: name,
            }),
            label: all,
          }}
        />
      )}
    </>
  )
}

/** 律所详情: what an office is, what it has, who manages it, and what happened lately. */
export const OfficeDetail = () => <ResourceShow resource={offices} above={<Above />} beside={<Beside />} />
