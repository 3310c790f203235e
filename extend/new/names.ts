import { snakeCase } from '../../server/db/entityTables.ts'
import { resources } from '../../resources/index.ts'
import type { FieldKind } from '../../resources/kit/index.ts'
import { refuse } from './mistake.ts'

// Names in code, from which readable texts and names in the database are derived.

const parts = (name: string) => name.replaceAll(/[A-Z]+/g, letters => ` ${letters.toLowerCase()}`).trim()

const capitalized = (text: string) => text.replace(/^./u, first => first.toUpperCase())

/** A name in code as the beginning of a sentence: `attendedOn` is `Attended on`, and `lawyerId` is `Lawyer`. */
export const readable = (name: string) => capitalized(parts(name.replace(/(?<=[a-z])Ids?$/, '')))

/** The English singular of a regular plural, such as `training` of `trainings` and `category` of `categories`. */
export const singular = (plural: string) => {
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y')
  return plural.replace(/(ch|sh|ss|x)es$/, '$1').replace(/(?<=[^s])s$/, '')
}

export const pascalCase = capitalized

/** A text within a sentence; an abbreviation keeps its capitals. */
export const withinSentence = (text: string) => text.replace(/^[A-Z](?![A-Z])/, first => first.toLowerCase())

/** Bytes of a name in PostgreSQL, which cuts a longer one. */
const maxBytes = 63

/** A name in the database. Throws if it is too long. */
export const databaseName = (...words: readonly string[]) => {
  const name = words.map(snakeCase).join('_')
  return name.length <= maxBytes
    ? name
    : refuse(`${name}: 名称过长，请用较短的 (is too long for the database; choose shorter names)`)
}

/** A name for code. Throws if it is none. */
export const requireName = (name: string) =>
  /^[a-z][A-Za-z0-9]{0,29}$/.test(name)
    ? name
    : refuse(
        `${name}: 应为字母和数字，以小写字母开头，最多 30 个 (a name has letters and digits, begins with a lower-case letter and has at most 30)`,
      )

/** The label that all fields of this name and kind have in the product. */
export const customaryLabel = (name: string, kind: FieldKind) => {
  const fields = resources.flatMap(it => it.fields[name] ?? [])
  const labels = new Set(fields.map(it => it.label))
  return labels.size === 1 && fields.every(it => it.kind === kind) ? [...labels][0] : undefined
}

/** A text as code in single quotes. */
export const quote = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** A name as a key of an object. */
export const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quote(name))
