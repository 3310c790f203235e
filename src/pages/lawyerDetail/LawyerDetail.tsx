import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import { lawyerArticles } from '../../../resources/articles/personal.ts'
import { mandates } from '../../../resources/cards/mandates.ts'
import { cards } from '../../../resources/cards/index.ts'
import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { logs } from '../../../resources/logs.ts'
import { GivenMandates } from '../../card/mandates/GivenMandates.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { LatestRows } from '../../record/LatestRows.tsx'
import { RecordTimeline } from '../../record/timeline/RecordTimeline.tsx'
import { ResourceShow } from '../../record/ResourceShow.tsx'
import { PageState } from '../../layout/pageSlots.tsx'
import { pathTo } from '../../routing/paths.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { CardTiles } from './CardTiles.tsx'
import { missingData, type PersonRecord } from './missingData.ts'
import { PersonDevices } from './PersonDevices.tsx'

import './lawyerDetail.css'

const { fields, pages } = lawyers

const PersonHeader = ({ person }: { person: PersonRecord }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...person }
  const [now] = useState(() => new Date())
  const missingTexts = missingData(person, now, translate)
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
        {missingTexts.length > 0 && (
          <p className="cluster">
            {missingTexts.map(text => (
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

const PersonState = ({ person }: { person: PersonRecord }) => (
  <PageState>
    <Cell field={fields.status} value={person.status} record={{ ...person }} />
  </PageState>
)

const AboveSections = () => {
  const person = useRecordContext<PersonRecord>()
  const { can } = useRights()
  if (!person) return null
  return (
    <>
      <PersonState person={person} />
      <PersonHeader person={person} />
      {can(cards, 'cardInfoByLawyer') && <CardTiles person={person} />}
    </>
  )
}

const BesideSections = () => {
  const translate = useTranslate()
  const person = useRecordContext<PersonRecord>()
  const { can, mayOpen } = useRights()
  const hasMandates = useServedCall('mandates.given') !== null
  const hasDevices = useServedCall('lawyers.devices') !== null
  if (!person) return null
  const { id, name } = person
  const linkLabel = translate('查看全部')
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
            mayOpen(pages['articles'])
              ? { to: pathTo(pages['articles']!.path, id), label: linkLabel }
              : undefined
          }
        />
      )}
      {hasDevices && person.status === 1 && can(lawyers, 'devices', { ...person }) && (
        <PersonDevices person={person} />
      )}
      {hasMandates && can(mandates, 'given') && <GivenMandates lawyerId={id} />}
      {can(logs, 'list') && (
        <RecordTimeline
          type={lawyers.name}
          id={id}
          restoring={{ resource: lawyers.name }}
          fallback={
            <LatestRows
              title={translate('操作记录')}
              resource={logs}
              filter={{ targetType: lawyers.name, targetId: id }}
              facts={['createdAt', 'operatorName']}
              more={{
                to: filteredListPath(logs, {
                  targetType: lawyers.name,
                  targetId: id,
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

/** Page 人员详情: a person with cards, articles, devices and log entries. */
export const LawyerDetail = () => (
  <ResourceShow resource={lawyers} above={<AboveSections />} beside={<BesideSections />} />
)
