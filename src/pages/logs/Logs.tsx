import { useTranslate } from 'ra-core'

import { logs } from '../../../resources/logs.ts'
import { useCall } from '../../session/useCall.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { ResourceList } from '../../list/ResourceList.tsx'
import { useFormats } from '../../language/useLanguage.ts'

/** Says since when the log goes back, if the firm keeps it for a limited time. */
const RetentionNote = () => {
  const formats = useFormats()

  const translate = useTranslate()
  const { data } = useCall('logs.reach', {})
  if (!data?.since || data.months === null) return null
  return (
    <p className="note is-info">
      {translate('日志保留%{months}个月，现有的日志从%{since}开始。', {
        months: data.months,
        since: timestampText(data.since, formats),
      })}
    </p>
  )
}

/** Page 重要日志. */
export const Logs = () => (
  <>
    <RetentionNote />
    <ResourceList resource={logs} />
  </>
)
