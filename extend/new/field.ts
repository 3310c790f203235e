import { resources } from '../../resources/index.ts'
import { isExtensible } from '../fields.ts'
import { declarationOf, headingCode } from './entity.ts'
import { fieldOf, textsOf } from './fieldList.ts'
import { createFile, createMigration, exportTables, type Folder, requireFreeName } from './folder.ts'
import { refuse } from './mistake.ts'
import { databaseName, quote } from './names.ts'
import { addTo, importNames, insertImport, insertInto, literalOf, tablesIn } from './source.ts'
import { addedColumn, fieldTable } from './tables.ts'
import {
  type FieldWord,
  fieldCode,
  functionsOf,
  isChosen,
  isColumn,
  isDay,
  isImportable,
  kindWord,
} from './words.ts'

type AddedField = {
  entity: string
  name: string
  label: string
  word: string
  english?: string
  section?: string
}

const isImported = (entity: string) => resources.some(it => it.name === entity && 'importColumns' in it)

/** Whatever is kept about a person is personal information. */
const personalCode = (entity: string) =>
  entity === 'lawyers' ? "{ class: 'general', purpose: '管理人员与执业' }" : "'none'"

type Addition = { entity: string; own: string; section: string }

const additionCode = ({ entity, own, section }: Addition, word: FieldWord) => {
  const isFilter = isDay(word) || isChosen(word) || word.kind === kindWord('text')
  return `'${own}:${word.name}': {
  field: ${fieldCode(word)},
  personal: ${personalCode(entity)},
  section: ${quote(section)},
  ${isColumn(word) ? 'isColumn: true,' : ''}
  ${isFilter ? 'isFilter: true,' : ''}
  ${isImported(entity) && isImportable(word) ? `heading: ${headingCode(word.label)},` : ''}
}`
}

/** Adds the field to the object of fields, which a new file declares unless there is one. */
const declare = (folder: Folder, entity: string, word: FieldWord, section: string) => {
  const place = declarationOf(folder)
  const code = additionCode({ entity, own: folder.extension.name, section }, word)
  const fields = literalOf(folder.sources, place, 'fields')
  const present =
    fields?.node.type === 'ObjectExpression'
      ? literalOf(folder.sources, { source: fields.source, node: fields.node }, entity)
      : undefined
  const functions = functionsOf(word)
  if (present) {
    insertInto(present.source, present.node, code)
    importNames(present.source, functions, 'tenant-admin/extend')
    return
  }
  const name = requireFreeName(folder, `${entity}Fields`)
  createFile(
    folder,
    `${name}.ts`,
    `import { type AdditionalField, ${[...new Set(functions)].toSorted().join(', ')} } from 'tenant-admin/extend'

/** Additional fields of \`${entity}\`. */
export const ${name} = {
  ${code},
} as const satisfies Record<string, AdditionalField>
`,
  )
  insertImport(folder.index, `import { ${name} } from './${name}.ts'`)
  addTo(folder.sources, place, 'fields', `${entity}: ${name}`)
}

/** Adds the column to the table of the fields, which is created unless there is one. */
const store = (folder: Folder, entity: string, word: FieldWord) => {
  const table = databaseName('x', folder.extension.name, entity)
  const present = tablesIn(folder.path, folder.sources).find(it => it.name === table)
  if (!present) {
    const { code, statements } = fieldTable(table, `${entity}FieldsTable`, entity, word)
    createFile(folder, `${entity}FieldsTable.ts`, code)
    exportTables(folder, `${entity}FieldsTable.ts`)
    return createMigration(folder, `${entity}_${word.name}`, statements)
  }
  const { code, statements, builder, from } = addedColumn(table, word)
  insertInto(present.source, present.columns, code)
  importNames(present.source, [builder], from)
  return createMigration(folder, `${entity}_${word.name}`, statements)
}

/** Adds an additional field to an entity of the product. */
export const newField = (folder: Folder, given: AddedField) => {
  const { entity, section = folder.extension.label } = given
  if (!isExtensible(entity)) {
    const extensible = resources.map(it => it.name).filter(isExtensible)
    const own = folder.extension.resources.some(it => it.name === `${folder.extension.name}:${entity}`)
    refuse(
      own
        ? `${entity}: 是扩展自己的，请在 ${entity}.ts 中添加 (is the extension’s own: add the field in its file, its column and a migration)`
        : `${entity}: 不能附加字段，可以的有 ${extensible.join('、')} (takes no additional fields; these do)`,
    )
  }
  const owner = { extension: folder.extension.name, label: given.label }
  const word = { ...fieldOf(given.name, given.word, owner, given.label), isOptional: true }
  if (word.kind === kindWord('area'))
    refuse(`${word.name}: 附加字段不能是 area (an additional field cannot be a district)`)
  const full = `${folder.extension.name}:${word.name}`
  if (folder.extension.fields?.[entity]?.[full as `${string}:${string}`])
    refuse(`${full}: 已存在 (exists already, and nothing was written)`)
  const present = resources.find(it => it.name === entity)?.fields ?? {}
  if (Object.values(present).some(it => it.label === word.label))
    refuse(
      `${word.label}: ${entity} 已有这个名称的字段，请换一个 (a field of this entity has this label, and nothing was written)`,
    )
  declare(folder, entity, word, section)
  store(folder, entity, word)
  folder.texts.set(section, section === folder.extension.label ? folder.extension.name : section)
  for (const [chinese, text] of textsOf([{ ...word, english: given.english ?? word.english }]))
    folder.texts.set(chinese, text)
}
