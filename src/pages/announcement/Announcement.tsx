import { ShowBase, useShowContext } from 'ra-core'

import { retry } from '../../../providers/queryClient.ts'
import { announcements, receivers } from '../../../resources/announcements.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { ResourceList } from '../../views/ResourceList.tsx'
import { Sections } from '../../views/ResourceShow.tsx'
import { detail } from '../../views/form/useSave.ts'
import { ErrorState } from '../../views/states.tsx'

import './announcement.css'

/** 公告详情: what was announced, and who of its receivers has read it. */
export const Announcement = () => (
  <ShowBase
    resource={announcements.name}
    disableAuthentication
    queryOptions={{ ...retry, meta: detail, staleTime: 0, onError: () => {} }}
    loading={<div className="form-skeleton" role="status" aria-label="加载中" />}
    error={<Failure />}
  >
    <Content />
  </ShowBase>
)

const Failure = () => {
  const { error, refetch } = useShowContext()
  return <ErrorState error={error} onRetry={() => void refetch()} />
}

const Content = () => {
  const { record } = useShowContext<AnyRecord>()
  if (!record) return null
  return (
    <>
      <PageTitle>{String(record['title'])}</PageTitle>
      <div className="show announcement-content">
        <section className="show-section" aria-label="内容">
          <p>{String(record['content'])}</p>
        </section>
      </div>
      <Sections resource={announcements} record={record} />
      <div className="announcement-receivers">
        <h2>收件人</h2>
        <ResourceList
          resource={receivers}
          storeKey={`${receivers.name}.${record.id}`}
          filter={{ batchId: record.id }}
        />
      </div>
    </>
  )
}
