import {
  addResource,
  addWords,
  type Declared,
  inventoryCode,
  menuNameOf,
  requireFreeResource,
} from './entity.ts'
import { textsOf } from './fieldList.ts'
import { createFile, type Folder } from './folder.ts'
import { keyOf, quote } from './names.ts'
import { fieldCode, type FieldWord, functionsOf, initialOf } from './words.ts'
import { kinds } from '../../resources/kit/index.ts'

/** The value until somebody saves the setting; undefined if only a person can give one. */
const initialValue = (word: FieldWord) => initialOf(word) ?? (kinds[word.kind].isNumeric ? '0' : undefined)

/** Adds a setting: its declaration, rights and menu entry. */
export const newSetting = (folder: Folder, declared: Declared) => {
  const { label, name, fields, group } = declared
  const own = folder.extension.name
  const right = requireFreeResource(folder, name)
  // A setting exists before anybody has saved it, so that what has no initial value is optional.
  const words = fields.map(it => (initialValue(it) === undefined ? { ...it, isOptional: true } : it))
  const imported = new Set(['defineSetting', 'inventory', 'logModuleOf', ...words.flatMap(functionsOf)])
  const initial = words
    .filter(it => !it.isOptional)
    .map(it => `${it.name}: ${initialValue(it)}`)
    .join(', ')
  createFile(
    folder,
    `${name}.ts`,
    `import { ${[...imported].toSorted().join(', ')} } from 'tenant-admin/extend'

const fields = {
  ${words.map(it => `${it.name}: ${fieldCode(it)},`).join('\n  ')}
}

export const ${name} = defineSetting({
  name: '${right}',
  label: ${quote(label)},
  path: '/x/${own}/${name}',
  route: {
    path: '/app/x/${own}/${name}',
    title: ${quote(label)},
    roles: ['admin'],
    capability: '${right}.view',
    menu: '${menuNameOf(folder, name, group)}',
  },
  view: '${right}.view',
  edit: '${right}.edit',
  logModule: logModuleOf('${own}'),
  fields,
  form: { ${keyOf(label)}: [${words
    .filter(it => !it.isWrittenWithArea)
    .map(it => quote(it.name))
    .join(', ')}] },
  initial: { ${initial} },
  isAddition: true,
})
${inventoryCode(name, words, false)}`,
  )
  addResource(folder, name)
  addWords(folder, declared)
  for (const [chinese, text] of textsOf(words)) folder.texts.set(chinese, text)
}
