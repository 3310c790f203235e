import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { privacyRequests } from '../../../resources/privacyRequests.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { appendLogEntries } from '../../services/audit/audit.ts'
import { anchorLog } from '../../services/audit/auditAnchors.ts'
import { streamOf } from '../../services/exports/exportLog.ts'
import { ownArchive } from './ownArchive.ts'
import { dataOwner } from './ownData.ts'
import { phraseIn } from '../../services/settings/languages.ts'

/** It is made while it is sent: no copy of a person's data is stored, so that nobody else can find one. */
export const exportOwnData: Handlers<typeof privacyRequests.calls>['archive'] = ownTransaction(
  async (_, context) => {
    const { database, firmId, now, language } = context
    const target = await database.read(firmId, db => dataOwner(db, context))
    // Logged before the first byte, so that it counts even if the file is not read to the end.
    await database.write(firmId, db =>
      appendLogEntries(db, context, [
        { module: 14, action: 'export', target, summary: `【${target.name}】导出了本人的全部数据` },
      ]),
    )
    await anchorLog(database, firmId)
    return {
      name: `${phraseIn(language, '我的数据')}-${firmDay(now)}.zip`,
      mime: 'application/zip',
      bytes: streamOf(ownArchive(context)),
    }
  },
)
