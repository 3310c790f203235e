import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { lawyers, textMessages } from '../../db/tables.ts'
import { firmForSignIn } from '../identity/loginSettings.ts'
import { phraseIn } from '../settings/languages.ts'
import { enqueueTextMessage, decryptTextContent } from './textMessages.ts'

type NewPassword = { id: number; mobile: string; initialPassword: string }

/**
 * Enqueues 初始密码 to be sent by SMS, if the firm has chosen that and can send text messages; nobody else is
 * then shown it. It is part of the caller's transaction, so that a password is sent if and only if it takes
 * effect. Returns whether they are sent.
 */
export const sendInitialPasswords = async (
  { db, firmId, now, services, language }: Pick<Context, 'db' | 'firmId' | 'now' | 'services' | 'language'>,
  passwords: readonly NewPassword[],
): Promise<boolean> => {
  const firm = await firmForSignIn(db, firmId)
  if (!firm || !services.sms.isOn(firm.sms, 'initialPassword')) return false
  if (firm.settings.initialPwdMode !== 2) return false
  for (const { id, mobile, initialPassword } of passwords) {
    await deleteUndeliveredPassword(db, firmId, id)
    const text = phraseIn(
      language,
      '【%{shortName}】您的账号已开通，初始密码%{initialPassword}，登录后请立即修改，请勿告诉他人。',
      { shortName: firm.shortName, initialPassword },
    )
    const content = { text, value: initialPassword }
    await enqueueTextMessage(db, { firmId, lawyerId: id, mobile, createdAt: now, content })
  }
  return true
}

/** Deletes an undelivered message to a lawyer before another password replaces its own. */
const deleteUndeliveredPassword = (db: Db, firmId: number, lawyerId: number) =>
  db
    .delete(textMessages)
    .where(
      and(
        eq(textMessages.firmId, firmId),
        eq(textMessages.lawyerId, lawyerId),
        isNotNull(textMessages.sealed),
      ),
    )

/** The initial password of the lawyer's last message, if that was not delivered; null otherwise. */
export const undeliveredPassword = async (
  db: Db,
  firmId: number,
  lawyerId: number,
): Promise<string | null> => {
  const [message] = await db
    .select({ sealed: textMessages.sealed })
    .from(textMessages)
    .where(and(eq(textMessages.firmId, firmId), eq(textMessages.lawyerId, lawyerId)))
    .orderBy(desc(textMessages.id))
    .limit(1)
  return message?.sealed ? (decryptTextContent(message.sealed)?.value ?? null) : null
}

/** Whether the lawyer still has to change an initial password; a lawyer in the bin cannot sign in at all. */
export const isInitialPasswordInForce = async (db: Db, firmId: number, lawyerId: number): Promise<boolean> =>
  (await db.$count(
    lawyers,
    and(
      eq(lawyers.firmId, firmId),
      eq(lawyers.id, lawyerId),
      eq(lawyers.mustChangePwd, 1),
      isNull(lawyers.deletedAt),
    ),
  )) > 0
