import type { Db } from '../../../db/connection/open.ts'
import { type ConfigRow, configRow } from '../../settings/configRows.ts'
import { defaultTemplateParts } from './defaultTemplate.ts'
import { readTemplateParts, type WordParts } from './parts.ts'

/** The key under which the firm's template is stored: its file name, and the file in base64. */
export const wordTemplateKey = 'wordTemplate'

/** The stored template of a firm; null where it uses the built-in one. */
export const uploadedTemplate = ({ value }: ConfigRow) => {
  const { name, content } = value
  return typeof name === 'string' && typeof content === 'string' ? { name, content } : null
}

/** The template of the firm, or the built-in one. */
export const templateOf = async (db: Db, firmId: number): Promise<WordParts> => {
  const uploaded = uploadedTemplate(await configRow(db, firmId, wordTemplateKey))
  return uploaded ? readTemplateParts(Buffer.from(uploaded.content, 'base64')) : defaultTemplateParts()
}
