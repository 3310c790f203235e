import type { z } from 'zod'

import { datetime, type Fields, integer, optional, toggle } from '../../../resources/kit/index.ts'
import type { system } from '../../../resources/settings/system.ts'
import type { Context } from '../../context/context.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { configRow, saveConfigRow } from '../../services/settings/configRows.ts'
import {
  registrationCodeKey,
  newRegistrationCode,
  registrationCodeSignature,
  type StoredCode,
  storedCodeOf,
} from '../../services/identity/registrationCode.ts'

const fields = {
  enabled: toggle('启用注册免审码'),
  expireAt: optional(datetime('到期时间')),
  maxUse: optional(integer('可用次数', { min: 1, max: 10_000 })),
} satisfies Fields

const readStoredCode = async ({ db, firmId }: Context) => {
  const row = await configRow(db, firmId, registrationCodeKey)
  return { ...row, value: storedCodeOf(row.value) }
}

const answerOf = (
  { start, enabled, expireAt, maxUse, used }: StoredCode,
  version: number,
  code?: string,
) => ({
  code: code ?? (start ? `${start}******` : ''),
  enabled,
  expireAt,
  maxUse,
  used,
  version,
})

export const queryAuditCode = async (_: object, context: Context) => {
  const { value, version } = await readStoredCode(context)
  return answerOf(value, version)
}

type Patch = z.output<(typeof system.calls)['updateAuditCode']['input']>

/** Makes a code when a new one is requested, or when the function is switched on without one. */
export const updateAuditCode = async ({ version, rotate, ...patch }: Patch, context: Context) => {
  const { database, firmId } = context
  const current = await readStoredCode(context)
  if (current.version !== version)
    throw versionConflictError(context, fields, { ...current.value, ...current, value: null }, patch)
  const requested: StoredCode = { ...current.value, ...patch }
  const code = rotate || (requested.enabled && !requested.signature) ? newRegistrationCode() : undefined
  const diff = diffOf(fields, current.value, requested)
  if (diff.length === 0 && !code) return answerOf(requested, version)
  const next: StoredCode = code
    ? {
        ...requested,
        signature: await registrationCodeSignature(database, firmId, code),
        start: code.slice(0, 2),
        used: 0,
      }
    : requested
  const saved = await saveConfigRow(context, registrationCodeKey, next, version)
  if (!saved) {
    const fresh = await readStoredCode(context)
    throw versionConflictError(context, fields, { ...fresh.value, ...fresh, value: null }, patch)
  }
  const change = { field: 'code', label: '注册免审码', before: '', after: '已更换', masked: 1 as const }
  await log(context, {
    module: 10,
    action: 'config',
    target: { type: registrationCodeKey, id: firmId, name: '注册免审码', organizationId: null },
    diff: code ? [...diff, change] : diff,
  })
  return answerOf(next, saved.version, code)
}
