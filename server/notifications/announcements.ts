import type { SQL } from 'drizzle-orm'

import type { Caller } from '../context/context.ts'
import { notify, type Sender } from './notify.ts'

type Announcement = { title: string; content: string; level: 1 | 2 }

/**
 * Sends an announcement to the people that the query finds; returns how many. The operator's announcements
 * are system notices (docs/domain.md §3.8).
 */
export const notifyAudience = (
  sender: Sender & { caller: Caller },
  { title, content, level }: Announcement,
  batchId: number,
  query: SQL,
) =>
  notify(
    sender,
    {
      type: sender.caller.isSystem ? 1 : 7,
      title,
      content,
      level,
      bizType: 'announcement',
      bizId: batchId,
      batchId,
    },
    { query },
  )
