import { isEntity } from '../../resources/kit/index.ts'
import { declarationOf, menuNameOf } from './entity.ts'
import { createFile, type Folder } from './folder.ts'
import { refuse } from './mistake.ts'
import { pascalCase, quote, readable, requireName } from './names.ts'
import { addTo, argumentOf } from './source.ts'
import { type AnyEntity, kinds } from '../../resources/kit/index.ts'

type NewPage = { label: string; name: string; of: string; english?: string; group?: string }

/** A column of react-admin's `DataTable`, with the field component that fits the kind. */
const columnCode = ({ fields }: AnyEntity, name: string) => {
  const field = fields[name]!
  const start = `<DataTable.Col source="${name}"`
  if ('to' in field && kinds[field.kind].refersTo === 'one')
    return `${start}><ReferenceField source="${name}" reference="${field.to}" link={false} /></DataTable.Col>`
  const shown = fieldComponent(field.kind)
  return shown ? `${start} field={${shown}} />` : `${start} />`
}

const fieldComponent = (kind: keyof typeof kinds) => {
  if (kinds[kind].isNumeric) return 'NumberField'
  return kinds[kind].isMoment && kinds[kind].sheetForm === 'day' ? 'DateField' : undefined
}

const componentsIn = (code: string, names: readonly string[]) =>
  names.filter(it => new RegExp(`\\b${it}\\b`).test(code))

const pageCode = (entity: AnyEntity, component: string, label: string) => {
  const { name, sort, actions } = entity
  const columns = entity.list.filter(it => !['updatedAt', 'createdAt'].includes(it))
  const body = `/** ${label}: the records in react-admin’s own list. */
const ${component} = () => (
  <List
    resource="${name}"
    filters={filters}
    sort={{ field: '${sort.field}', order: '${sort.order}' }}
  >
    <DataTable bulkActionButtons={false}>
      ${columns.map(it => columnCode(entity, it)).join('\n      ')}
      <DataTable.Col label="操作">
        <EditButton />
        ${'remove' in actions ? '<DeleteButton mutationMode="pessimistic" />' : ''}
      </DataTable.Col>
    </DataTable>
  </List>
)
`
  const known = [
    'DataTable',
    'DateField',
    'DeleteButton',
    'EditButton',
    'List',
    'NumberField',
    'ReferenceField',
  ]
  return `import { ${[...componentsIn(body, known), 'SearchInput'].join(', ')} } from 'react-admin'

const filters = [<SearchInput key="keyword" source="keyword" alwaysOn />]

${body}
export default ${component}
`
}

/** The entity of the extension on whose declaration the route of the page stands, with the source of the declaration. */
const ownerOf = (folder: Folder, of: string) => {
  const owner = folder.extension.resources.find(it => it.name === `${folder.extension.name}:${of}`)
  if (!owner || !isEntity(owner))
    return refuse(`${of}: 扩展没有这个实体 (the extension has no such entity; create it before its page)`)
  return owner
}

/** Adds a page of react-admin's components over an entity: its component, route and menu entry. */
export const newPage = (folder: Folder, { label, name, of, english = readable(name), group }: NewPage) => {
  const { extension, sources } = folder
  const owner = ownerOf(folder, of)
  const full = `${extension.name}:${requireName(name)}`
  if (extension.pages?.[full as `${string}:${string}`])
    refuse(`${full}: 已存在 (exists already, and nothing was written)`)
  const path = `/app/x/${extension.name}/${name}` as const
  const routes = extension.resources.flatMap(it => [...Object.values(it.views), ...Object.values(it.pages)])
  if (routes.some(it => it.path === path)) refuse(`${path}: 已有页面 (there is a page at this address)`)
  const component = `${pascalCase(name)}Page`
  const menu = menuNameOf(folder, name, group)
  createFile(folder, `${component}.tsx`, pageCode(owner, component, label))
  const place = declarationOf(folder)
  addTo(sources, place, 'pages', `'${full}': () => import('./${component}.tsx')`)
  addTo(sources, place, 'menu', `'${menu}': { label: ${quote(label)}, icon: 'logs', role: 'admin' }`)
  const declaration = argumentOf(sources, sources.open(`${folder.path}/${of}.ts`), 'defineEntity')
  if (!declaration) return refuse(`${of}.ts: 没有 defineEntity (declares no entity)`)
  const { capability } = owner.views.list ?? {}
  addTo(
    sources,
    declaration,
    'pages',
    `${name}: {
  path: '${path}',
  title: ${quote(label)},
  roles: ['admin'],
  ${typeof capability === 'string' ? `capability: '${capability}',` : ''}
  menu: '${menu}',
  page: '${full}',
}`,
  )
  folder.texts.set(label, english)
}
