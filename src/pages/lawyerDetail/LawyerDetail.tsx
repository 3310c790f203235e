import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Addition } from '../../../providers/backend/additions.ts'
import { useCallAddition } from '../../../providers/useCall.ts'
import { lawyerArticles } from '../../../resources/articles/personal.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { logs } from '../../../resources/logs.ts'
import { Chip } from '../../fields/cells.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { PersonPicture } from '../../fields/PersonPicture.tsx'
import { DeviceList } from '../../record/devices/DeviceList.tsx'
import { LatestRows } from '../../record/LatestRows.tsx'
import { RecordPart } from '../../record/RecordPart.tsx'
import { ResourceShow } from '../../record/ResourceShow.tsx'
import { filteredListPath } from '../../shell/filteredListPath.ts'
import { PageState } from '../../shell/pageSlots.tsx'
import { pathTo } from '../../shell/paths.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { useRights } from '../../shell/useRights.ts'
import { CardTiles } from './CardTiles.tsx'
import { lackingOf, type PersonRecord } from './lacking.ts'

import './lawyerDetail.css'

const { fields, pages } = lawyers

const Head = ({ person }: { person: PersonRecord }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...person }
  const [now] = useState(() => new Date())
  const lacking = lackingOf(person, now, translate)
  const names = ['organizationId', 'team', 'personType'] as const
  return (
    <section className="panel record-head person-head" aria-label={translate('概要')}>
      <PersonPicture name={person.name} picture={person.avatar ?? null} alt={translate('头像')} />
      <div>
        {person.nameEn && <p className="person-name-en">{person.nameEn}</p>}
        <p className="cluster secondary">
          {names
            .filter(name => person[name])
            .map(name => (
              <Cell key={name} field={fields[name]} value={person[name]} record={record} />
            ))}
        </p>
        {lacking.length > 0 && (
          <p className="cluster">
            {lacking.map(text => (
              <Chip key={text} tone="waiting">
                {text}
              </Chip>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}

const States = ({ person }: { person: PersonRecord }) => (
  <PageState>
    <Cell field={fields.status} value={person.status} record={{ ...person }} />
  </PageState>
)

const Above = () => {
  const person = useRecordContext<PersonRecord>()
  const { can } = useRights()
  if (!person) return null
  return (
    <>
      <States person={person} />
      <Head person={person} />
      {can(cards, 'cardInfoByLawyer') && <CardTiles person={person} />}
    </>
  )
}

const Devices = ({ asking, id }: { asking: Addition<'lawyers.devices'>; id: number }) => {
  const translate = useTranslate()
  const query = useCallAddition(asking, { id }, { staleTime: 0 })
  return (
    <RecordPart title={translate('登录设备')} query={query}>
      {rows =>
        rows.length === 0 ? (
          <p className="secondary">{translate('目前没有登录的设备。')}</p>
        ) : (
          <DeviceList rows={rows} endSession={null} />
        )
      }
    </RecordPart>
  )
}

const Beside = () => {
  const translate = useTranslate()
  const person = useRecordContext<PersonRecord>()
  const { can, mayOpen } = useRights()
  const askingDevices = useAddition('lawyers.devices')
  if (!person) return null
  const { id, name } = person
  const all = translate('查看全部')
  return (
    <>
      {can(lawyerArticles, 'list') && (
        <LatestRows
          title={translate('内容')}
          resource={lawyerArticles}
          filter={{ lawyerId: id }}
          sort={{ field: 'updatedAt', order: 'DESC' }}
          facts={['status', 'kind', 'publishAt']}
          more={
            mayOpen(pages['articles']) ? { to: pathTo(pages['articles']!.path, id), label: all } : undefined
          }
        />
      )}
      {askingDevices && person.status === 1 && can(lawyers, 'devices', { ...person }) && (
        <Devices asking={askingDevices} id={id} />
      )}
      {can(logs, 'list') && (
        <LatestRows
          title={translate('操作记录')}
          resource={logs}
          filter={{ targetType: lawyers.name, targetId: id }}
          facts={['createdAt', 'operatorName']}
          more={{
            to: filteredListPath(logs.views.list!.path, {
              targetType: lawyers.name,
              targetId: id,
              target: name,
            }),
            label: all,
          }}
        />
      )}
    </>
  )
}

/** 人员详情: who somebody is, where both cards stand, and what happened lately. */
export const LawyerDetail = () => <ResourceShow resource={lawyers} above={<Above />} beside={<Beside />} />
