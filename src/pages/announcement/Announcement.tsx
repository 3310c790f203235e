import { useShowContext, useTranslate } from 'ra-core'

import { announcements, receivers } from '../../../resources/announcements.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { ResourceList } from '../../list/ResourceList.tsx'
import { RecordSections } from '../../record/ResourceShow.tsx'
import { ShowRecord } from '../../record/ShowRecord.tsx'

import './announcement.css'

/** Page 公告详情: an announcement, and which of its recipients have read it. */
export const AnnouncementPage = () => (
  <ShowRecord resource={announcements.name}>
    <AnnouncementContent />
  </ShowRecord>
)

const AnnouncementContent = () => {
  const translate = useTranslate()
  const { record } = useShowContext<AnyRecord>()
  if (!record) return null
  return (
    <>
      <PageTitle>{String(record['title'])}</PageTitle>
      <div className="show announcement-content">
        <section className="show-section" aria-label={translate('内容')}>
          <p>{String(record['content'])}</p>
        </section>
      </div>
      <RecordSections resource={announcements} record={record} />
      <div className="announcement-receivers">
        <h2 className="section-title">{translate('收件人')}</h2>
        <ResourceList
          resource={receivers}
          storeKey={`${receivers.name}.${record.id}`}
          filter={{ batchId: record.id }}
        />
      </div>
    </>
  )
}
