import { and, asc, eq, isNull } from 'drizzle-orm'

import type { ServedLanguage } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms, offices } from '../../db/tables.ts'
import { settingsOf } from '../../services/settings/firmSettings.ts'

/** What the verification page says of the firm, and the setting by which it answers. */
export const pageFacts = async (db: Db, firmId: number, language: ServedLanguage) => {
  const { cardVerification, shareCover } = await settingsOf(db, firmId, 'cardVerification', 'shareCover')
  const [firm] = await db
    .select({
      name: firms.name,
      nameEn: firms.nameEn,
      homeUrl: firms.homeUrl,
      suspendedAt: firms.suspendedAt,
    })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  const [main] = await db
    .select({ phone: offices.phone })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), eq(offices.isMain, 1), isNull(offices.deletedAt)))
    .orderBy(asc(offices.organizationId))
    .limit(1)
  const { isOn, tellsLeft } = cardVerification
  // An imported configuration may hold what the page of the setting would have refused.
  const address = URL.canParse(cardVerification.address ?? '') ? cardVerification.address : null
  return {
    firm: (language === 'en' && firm?.nameEn) || (firm?.name ?? ''),
    phones: main?.phone ?? [],
    /** The address of the page; null while it answers nobody. */
    address: isOn === 1 && firm && !firm.suspendedAt ? address : null,
    host: address ? new URL(address).host : null,
    tellsLeft: tellsLeft === 1,
    /** The address at which the firm's cards open, to which the code of a card is added; null without one. */
    cardBase: shareCover.cardUrl || (firm?.homeUrl ?? null),
  }
}
