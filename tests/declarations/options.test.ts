import { readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

import {
  type Action,
  type Call,
  decimal,
  describeMasked,
  type Entity,
  type ExportOptions,
  type Field,
  type Filter,
  type PictureFrame,
  type FieldKind,
  type PageRoute,
  type AnySetting,
} from '../../resources/kit/index.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { formatsOf } from '../../resources/locales/formats.ts'

// Every option of the vocabulary has a file that reads it. This file does not compile if one is missing.

type Readers<O> = Readonly<Record<Extract<keyof O, string>, string>>
type Common = 'kind' | 'label' | 'schema' | 'output' | 'isRequired' | 'hint' | 'isSensitive' | 'isJson'
type Shared = Common | 'readableBy' | 'revealedTo' | 'isRevealedOnRequest'

const entity: Readers<Entity> = {
  name: 'providers/resourceClient.ts',
  label: 'src/states/emptyStates.tsx',
  id: 'providers/resourceClient.ts',
  title: 'src/routing/recordTitle.ts',
  titleEn: 'providers/choices.ts',
  avatarField: 'src/list/table/rowModel.ts',
  fields: 'src/form/RecordForm.tsx',
  calls: 'providers/access.ts',
  crud: 'providers/resourceClient.ts',
  choices: 'providers/resourceClient.ts',
  fallbackEntity: 'providers/dataProvider.ts',
  bin: 'src/list/ResourceList.tsx',
  isInPalette: 'src/palette/useRecords.tsx',
  fixed: 'providers/dataProvider.ts',
  isSetting: 'src/app/routes.tsx',
  feature: 'server/context/bind.ts',
  logModule: 'server/records/crud.ts',
  unique: 'server/records/unique.ts',
  uniqueTogether: 'server/records/unique.ts',
  searchFields: 'server/records/crudRead.ts',
  views: 'src/app/routes.tsx',
  pages: 'src/app/routes.tsx',
  list: 'src/list/table/columns.ts',
  optionalColumns: 'src/list/table/columns.ts',
  empty: 'src/list/EmptyList.tsx',
  filters: 'src/list/filters/FilterRow.tsx',
  sort: 'src/list/table/prefetchRows.ts',
  sortable: 'src/list/table/columns.ts',
  exports: 'src/list/ListExportDialog.tsx',
  orderField: 'src/list/OrderButton.tsx',
  importColumns: 'src/grid/columns.ts',
  imports: 'server/routes/imports/kinds.ts',
  bulkEdit: 'resources/domain/bulk.ts',
  filterCounts: 'providers/dataProvider.ts',
  tabs: 'src/list/Tabs.tsx',
  initial: 'src/form/RecordForm.tsx',
  form: 'src/form/sections.ts',
  show: 'src/record/ResourceShow.tsx',
  actions: 'src/session/useRights.ts',
}

const setting: Readers<Omit<AnySetting, keyof Entity>> = {
  addresses: 'src/settings/SettingPage.tsx',
  explanation: 'src/settings/SettingPage.tsx',
}

const action: Readers<Action> = {
  call: 'providers/access.ts',
  needs: 'providers/access.ts',
  label: 'src/record/actions/RecordActions.tsx',
  on: 'src/session/useRights.ts',
  when: 'providers/access.ts',
  ask: 'src/record/actions/dialogFields.ts',
  confirm: 'src/record/actions/ActionDialog.tsx',
  input: 'providers/resourceClient.ts',
  shows: 'src/record/actions/useActions.tsx',
  dialog: 'src/record/actions/useActions.tsx',
  isDanger: 'src/record/actions/ActionDialog.tsx',
  undo: 'server/routes/bulk/kinds.ts',
  concerns: 'src/record/actions/ActionDialog.tsx',
  isDelayed: 'src/record/actions/useActions.tsx',
  isCreation: 'src/list/ResourceList.tsx',
}

const route: Readers<PageRoute> = {
  path: 'src/app/routes.tsx',
  title: 'src/app/routes.tsx',
  roles: 'providers/access.ts',
  capability: 'providers/access.ts',
  menu: 'src/routing/menuTree.ts',
  parent: 'src/app/routes.tsx',
  page: 'src/app/routes.tsx',
  requires: 'providers/backend/additions.ts',
  isOnList: 'src/list/ResourceList.tsx',
  isDanger: 'src/record/actions/RecordActions.tsx',
  isOffRow: 'src/list/table/rowModel.ts',
  when: 'src/record/actions/RecordActions.tsx',
}

const call: Readers<Call> = {
  method: 'providers/request.ts',
  path: 'providers/request.ts',
  who: 'server/engine/answer.ts',
  needs: 'server/context/checks.ts',
  input: 'server/engine/answer.ts',
  output: 'server/engine/answer.ts',
  encoding: 'server/engine/request.ts',
  isAddition: 'providers/backend/additions.ts',
  writes: 'server/engine/answer.ts',
  feature: 'server/context/checks.ts',
  openBeforeSetup: 'resources/domain/accountSetup.ts',
  isOpenWhenDiskIsLow: 'server/engine/answer.ts',
  inView: 'server/engine/view.ts',
  filters: 'server/records/list.ts',
  sortable: 'server/records/list.ts',
  isCount: 'server/context/bind.ts',
  reveals: 'server/engine/answer.ts',
  isByMandate: 'server/engine/mandate.ts',
  isProposable: 'server/engine/program.ts',
}

const filter: Readers<Filter> = {
  field: 'src/list/filters/FilterPanel.tsx',
  compare: 'server/records/conditions.ts',
  column: 'server/records/conditions.ts',
  from: 'server/records/conditions.ts',
  to: 'server/records/conditions.ts',
}

const exported: Readers<ExportOptions> = {
  who: 'resources/kit/exports.ts',
  needs: 'resources/kit/exports.ts',
  feature: 'resources/kit/exports.ts',
  extraColumns: 'server/routes/lists/exports.ts',
}

const field: Readonly<Record<Shared, string>> = {
  kind: 'src/fields/kinds.tsx',
  label: 'src/fields/FieldControl.tsx',
  schema: 'src/fields/resolver.ts',
  output: 'resources/kit/field.ts',
  isRequired: 'src/fields/FieldControl.tsx',
  hint: 'src/fields/FieldControl.tsx',
  isSensitive: 'resources/kit/describe.ts',
  isJson: 'server/engine/serialize.ts',
  readableBy: 'server/context/readable.ts',
  revealedTo: 'server/context/readable.ts',
  isRevealedOnRequest: 'server/context/readable.ts',
}

/** If the schema of the builder reads the option, the file of the builder is named here. */
const kinds: { readonly [K in FieldKind]: Readers<Omit<Field<K>, Shared>> } = {
  text: {
    max: 'src/fields/text/TextInput.tsx',
    format: 'src/fields/text/TextInput.tsx',
    isMultiline: 'src/fields/text/TextInput.tsx',
    isSentence: 'server/engine/serialize.ts',
    isPersonName: 'providers/pageOf.ts',
    suggestedBy: 'src/fields/inputs.tsx',
  },
  password: {},
  integer: {
    min: 'src/fields/text/NumberInput.tsx',
    max: 'resources/kit/kinds/integer.ts',
    unit: 'src/fields/text/NumberInput.tsx',
  },
  decimal: {
    min: 'src/fields/text/NumberInput.tsx',
    max: 'resources/kit/kinds/decimal.ts',
    digits: 'src/fields/text/NumberInput.tsx',
    isRounded: 'resources/kit/kinds/decimal.ts',
  },
  select: { options: 'src/fields/choice/ChoiceInput.tsx', waitingState: 'src/fields/choice/cells.tsx' },
  multiSelect: {
    options: 'src/fields/choice/ChoiceInput.tsx',
    max: 'src/fields/choice/OrderedInput.tsx',
    isOrdered: 'src/fields/inputs.tsx',
    groups: 'src/fields/choice/ChoiceInput.tsx',
  },
  toggle: {},
  date: { daysAhead: 'src/fields/dates/DateInput.tsx' },
  month: {},
  datetime: {},
  reference: { to: 'src/fields/choice/ReferenceInput.tsx' },
  references: { to: 'src/fields/choice/ReferenceInput.tsx', max: 'resources/kit/kinds/references.ts' },
  area: { parts: 'src/fields/area/useAreaLevels.ts' },
  image: { scene: 'src/fields/pictures/useImageUpload.tsx', frame: 'src/fields/pictures/useImageUpload.tsx' },
  images: {
    scene: 'src/fields/pictures/useImageUpload.tsx',
    frame: 'src/fields/pictures/useImageUpload.tsx',
    max: 'src/fields/pictures/ImagesInput.tsx',
  },
  richText: { max: 'resources/kit/kinds/richText.ts', allows: 'server/services/markup/sanitize.ts' },
  strings: { item: 'src/fields/text/StringsInput.tsx', max: 'src/fields/text/StringsInput.tsx' },
  rows: {
    fields: 'src/fields/rows/RowsInput.tsx',
    max: 'src/fields/rows/RowsInput.tsx',
    rowPerOptionOf: 'src/fields/rows/RowsInput.tsx',
  },
  custom: { widget: 'src/fields/widgets/inputs.tsx', fields: 'src/fields/widgets/GroupInput.tsx' },
}

const frame: Readers<PictureFrame> = {
  ratio: 'src/fields/pictures/pictures.ts',
  minWidth: 'src/fields/pictures/pictures.ts',
  minHeight: 'src/fields/pictures/pictures.ts',
}

/** Names of the properties that a file reads. */
const readIn = (file: string): ReadonlySet<unknown> => {
  const names = new Set<unknown>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node) {
      if (node.type === 'MemberExpression' && 'property' in node) names.add(Object(node.property).name)
      if (node.type === 'ObjectPattern' && 'properties' in node)
        for (const property of Object.values(Object(node.properties))) names.add(Object(property).key?.name)
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return names
}

const vocabulary = { entity, setting, action, route, call, filter, exported, field, frame, ...kinds }

describe.each(Object.entries(vocabulary))('the options of %s', (_, options) => {
  test('are read by the named files', () => {
    const unread = Object.entries<string>(options).filter(([option, file]) => !readIn(file).has(option))
    expect(unread).toEqual([])
  })
})

describe('a decimal', () => {
  const coordinate = decimal('经度', { min: 73, max: 136, digits: 6, isRounded: true })
  const amount = decimal('金额', { min: 0, max: 1_000_000, digits: 2 })
  const german = { ...chinese, formats: formatsOf('de-DE') }

  test('with more decimal places than declared is refused, unless it is declared as rounded', () => {
    expect(amount.schema.safeParse(1234.567).error?.issues[0]?.message).toBe('金额最多2位小数')
    expect(amount.schema.parse(1234.5)).toBe(1234.5)
    expect(coordinate.schema.parse(121.4737012345)).toBe(121.473701)
    expect(coordinate.schema.parse(121.5)).toBe(121.5)
  })

  test('is shown with the declared decimal places, unless it is rounded', () => {
    expect(describeMasked(chinese, amount, 12_345.5)).toBe('12345.50')
    expect(describeMasked(german, amount, 12_345.5)).toBe('12.345,50')
    expect(describeMasked(chinese, coordinate, 121.5)).toBe('121.5')
  })
})
