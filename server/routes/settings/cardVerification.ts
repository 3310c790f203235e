import { text } from '../../../resources/kit/index.ts'
import type { verificationKeys } from '../../../resources/settings/verificationKeys.ts'
import { cardVerification } from '../../../resources/settings/cardVerification.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { settingHandlers } from '../../records/setting.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { log } from '../../services/audit/audit.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { firmOfHost, hostNameOf } from '../../services/identity/hosts.ts'
import {
  verificationKeysKey,
  ensureVerificationKey,
  publishedKeys,
  readVerificationKeys,
  replaceVerificationKey,
  type StoredKey,
} from '../../services/verification/keys.ts'

/** An address without credentials, query and fragment, which codes get. */
const isPageAddress = (address: string) => /^https:\/\/[^/?#@\s]+(\/[^?#\s]*)?\/verify$/.test(address)

type Input = Readonly<Record<string, unknown>>

const errorsOf = ({ isOn, isPrinted, address }: Input) => ({
  ...(isOn === 1 && !address && { address: '请填写核验网址' }),
  ...(typeof address === 'string' &&
    !isPageAddress(address) && { address: '核验网址应以 /verify 结尾，请核对“核验页的地址”' }),
  ...(isPrinted === 1 && isOn === 0 && { isPrinted: '请先开启“提供核验页”' }),
})

/** Strangers reach by the host name the firm that answers, so it must be this one. */
const checkAddress = async (input: Input, { db, firmId }: Context) => {
  const errors = errorsOf(input)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { address } = input
  if (typeof address !== 'string') return
  const firmOfAddress = (await firmOfHost(db, hostNameOf(new URL(address).host))) ?? 1
  if (firmOfAddress !== firmId)
    throw invalid({ address: '该域名不属于本所，请填写打开本系统所用的域名，或联系运营方登记域名' })
}

/** Makes the firm's key when it switches the page on, in the transaction that saves the setting. */
const prepare = async (input: Input, context: Context) => {
  await checkAddress(input, context)
  const { db, firmId, now, caller } = context
  if (input['isOn'] === 1) await ensureVerificationKey(db, firmId, { now, byName: caller.name })
}

export const cardVerificationHandlers = settingHandlers(cardVerification, prepare)

const answerOf = ({ keys, version }: { keys: readonly StoredKey[]; version: number }, now: Date) => ({
  keys: publishedKeys(keys, now).map(({ kid, createdAt, retiredAt }) => ({ kid, createdAt, retiredAt })),
  version,
})

const kidField = { kid: text('签名密钥', { max: 100 }) }
const kidOf = (keys: readonly StoredKey[]) => keys.find(it => it.retiredAt === null)?.kid ?? ''

const newKey: Handlers<typeof verificationKeys.calls>['newKey'] = async ({ version }, context) => {
  const { db, firmId, now, caller } = context
  const { before, after } = await replaceVerificationKey(db, firmId, version, { now, byName: caller.name })
  if (!after) {
    const row = await configRow(db, firmId, verificationKeysKey)
    throw versionConflictError(context, kidField, { ...row, kid: kidOf(before.keys) }, {})
  }
  await log(context, {
    module: 10,
    action: 'config',
    target: { type: verificationKeysKey, id: firmId, name: '名片核验的签名密钥', organizationId: null },
    diff: [
      { field: 'kid', label: '签名密钥', before: kidOf(before.keys), after: kidOf(after.keys), masked: 0 },
    ],
  })
  return answerOf(after, now)
}

export const verificationKeyHandlers: Handlers<typeof verificationKeys.calls> = {
  keys: async (_, { db, firmId, now }) => answerOf(await readVerificationKeys(db, firmId), now),
  newKey,
  preview: async ({ status }, context) => {
    const { previewPage } = await import('../verification/preview.ts')
    return { html: await previewPage(context, status) }
  },
}
