import { zipSync } from 'fflate'

import type { cards as resource } from '../../../resources/cards/index.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { log } from '../../services/audit/audit.ts'
import { readTemplateParts } from '../../services/outputs/word/parts.ts'
import { templateOf, uploadedTemplate, wordTemplateKey } from '../../services/outputs/word/storedTemplate.ts'
import { wordMime } from '../../services/outputs/word/wordMime.ts'
import { type ConfigRow, configRow, saveConfigRow } from '../../services/settings/configRows.ts'
import { phraseIn } from '../../services/settings/languages.ts'

type Calls = typeof resource.calls

const answerOf = (row: ConfigRow) => ({
  name: uploadedTemplate(row)?.name ?? null,
  version: row.version,
  updatedAt: row.version === 0 ? null : row.updatedAt.toISOString(),
})

const stored = ({ db, firmId }: Context) => configRow(db, firmId, wordTemplateKey)

export const readWordTemplate: Handlers<Calls>['wordTemplate'] = async (_, context) =>
  answerOf(await stored(context))

export const readWordTemplateFile: Handlers<Calls>['wordTemplateFile'] = async (_, context) => {
  const parts = await templateOf(context.db, context.firmId)
  const name =
    uploadedTemplate(await stored(context))?.name ?? `${phraseIn(context.language, 'Word模板')}.docx`
  return { name, mime: wordMime, bytes: new Blob([new Uint8Array(zipSync(parts))]).stream() }
}

/** Checks the file as it will be used; the library is loaded only here and where files are made. */
const checkFile = async (content: string) => {
  const { checkTemplate } = await import('../../services/outputs/word/wordFile.ts')
  checkTemplate(await readTemplateParts(Buffer.from(content, 'base64')))
}

export const saveWordTemplate: Handlers<Calls>['saveWordTemplate'] = async (
  { name, content, version },
  context,
) => {
  if (name !== null) await checkFile(content)
  const before = await stored(context)
  const conflict = async () => versionConflictError(context, {}, await stored(context), {})
  if (before.version !== version) throw await conflict()
  const value = name === null ? {} : { name, content }
  const saved = await saveConfigRow(context, wordTemplateKey, value, version)
  if (!saved) throw await conflict()
  const builtIn = '内置模板'
  await log(context, {
    module: 10,
    action: 'config',
    target: { type: wordTemplateKey, id: context.firmId, name: 'Word模板', organizationId: null },
    diff: [
      {
        field: 'name',
        label: '当前模板',
        before: uploadedTemplate(before)?.name ?? builtIn,
        after: name ?? builtIn,
        masked: 0,
      },
    ],
  })
  return answerOf({ ...saved, value })
}
