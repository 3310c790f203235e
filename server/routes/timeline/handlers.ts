import type { timeline } from '../../../resources/timeline.ts'
import type { Handlers } from '../../context/handlers.ts'
import type { TimelineKinds } from './kind.ts'
import { timelinePage } from './page.ts'
import { restoreFromTimeline, timelineDifferences } from './restore.ts'

export const timelineHandlers = (kinds: TimelineKinds): Handlers<typeof timeline.calls> => ({
  page: (query, context) => timelinePage(kinds, query, context),
  differences: (given, context) => timelineDifferences(kinds, given, context),
  restore: (given, context) => restoreFromTimeline(kinds, given, context),
})
