import { attributeOf, xmlScanner } from './xmlScanner.ts'

type Tab = { name: string; isHidden: boolean; relation: string }
type Relation = { id: string; type: string; path: string }

const isTrue = (value?: string) => ['1', 'true', 'on'].includes(value ?? '')

type Outline = {
  tabs: Tab[]
  active: number
  is1904: boolean
  /** Whether the program that wrote the workbook left its calculation to the first one that opens it. */
  isUncalculated: boolean
}

/** Reads workbook.xml: the tabs, the one that is open, the date system, and whether formulas were calculated. */
export const workbookOutline = () => {
  const outline: Outline = { tabs: [], active: 0, is1904: false, isUncalculated: false }
  const scan = xmlScanner({
    open: (name, attributes) => {
      const read = (wanted: string) => attributeOf(attributes, wanted)
      if (name === 'sheet')
        outline.tabs.push({
          name: read('name') ?? '',
          isHidden: ['hidden', 'veryHidden'].includes(read('state') ?? ''),
          relation: read('id') ?? '',
        })
      else if (name === 'workbookView') outline.active = Number(read('activeTab') ?? 0)
      else if (name === 'workbookPr') outline.is1904 = isTrue(read('date1904'))
      else if (name === 'calcPr') outline.isUncalculated = isTrue(read('fullCalcOnLoad'))
    },
    close: () => {},
    text: () => {},
  })
  return { scan, outline }
}

/** Path of a part in the archive, from the folder of the part that refers to it. */
const resolvePath = (folder: string, target: string) => {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of target.split(/[/\\]/)) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/').toLowerCase()
}

/** Path of the part with the relations of a part. */
export const relationsPath = (path: string) => path.replace(/([^/]*)$/, '_rels/$1.rels')

/** Reads the relations of a part: which parts it refers to, and as what. */
export const relationsOf = (path: string) => {
  const relations: Relation[] = []
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const scan = xmlScanner({
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const read = (wanted: string) => attributeOf(attributes, wanted) ?? ''
      relations.push({
        id: read('Id'),
        type: read('Type').replace(/^.*\//, ''),
        path: resolvePath(folder, read('Target')),
      })
    },
    close: () => {},
    text: () => {},
  })
  return { scan, relations }
}
