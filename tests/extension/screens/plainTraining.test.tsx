import { screen, waitFor, within } from '@testing-library/react'
import {
  AutocompleteInput,
  Create,
  DataTable,
  DateField,
  DateInput,
  Edit,
  List,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  required,
  SelectInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { describe, expect, test } from 'vitest'

import { useServer } from '../../support/screen.tsx'

// The pages with which react-admin's tutorial begins, over the entity of the example: records that refer to people. No label
// is written here.
const { app, put } = useServer()

const resource = 'training:records'

const Heading = () => <h2>{useRecordContext()?.['title']}</h2>

const TrainingList = () => (
  <List
    resource={resource}
    filters={[<TextInput key="keyword" source="keyword" alwaysOn />]}
    exporter={false}
  >
    <DataTable>
      <DataTable.Col source="id" />
      <DataTable.Col source="title" />
      <DataTable.Col source="lawyerId">
        <ReferenceField source="lawyerId" reference="lawyers" link={false} />
      </DataTable.Col>
      <DataTable.Col source="hours" field={NumberField} />
      <DataTable.Col source="attendedOn" field={DateField} />
    </DataTable>
  </List>
)

const kinds = [
  { id: 'law', name: '法律业务' },
  { id: 'ethics', name: '职业道德' },
]

const Inputs = () => (
  <SimpleForm>
    <TextInput source="title" validate={required()} />
    <ReferenceInput source="lawyerId" reference="lawyers">
      <AutocompleteInput optionText="name" />
    </ReferenceInput>
    <SelectInput source="kind" choices={kinds} />
    <NumberInput source="hours" />
    <DateInput source="attendedOn" />
    <TextInput source="remark" multiline />
  </SimpleForm>
)

const TrainingEdit = ({ id }: { id: number }) => (
  <Edit resource={resource} id={id} title={<Heading />}>
    <Inputs />
  </Edit>
)

const TrainingCreate = () => (
  <Create resource={resource} redirect="list">
    <Inputs />
  </Create>
)

const TrainingShow = ({ id }: { id: number }) => (
  <Show resource={resource} id={id}>
    <SimpleShowLayout>
      <Heading />
      <TextField source="title" />
      <ReferenceField source="lawyerId" reference="lawyers" link={false} />
      <DateField source="attendedOn" />
    </SimpleShowLayout>
  </Show>
)

type Training = { id: number; title: string; hours: number; lawyerId: number }

const admin = () => app().as('admin')
const add = async (given: object) => {
  const draft = { title: '证据规则', lawyerId: 1, hours: 2, attendedOn: '2026-04-01', kind: 'law' }
  return (await (await admin()).call(`${resource}.add` as never, { ...draft, ...given } as never)) as Training
}
const read = async (keyword: string) => {
  const input = { pageNum: 1, pageSize: 10, keyword }
  const page: unknown = await (await admin()).call(`${resource}.page` as never, input as never)
  return (page as { records: Training[] }).records
}
/** The names of react-admin, of which none may be seen. */
const guessed = /training:|Training:|\b(Title|Lawyer|Hours|Attended|Kind|Remark|Keyword)\b|\bra\.|resources\./

describe('pages of react-admin’s own components over an entity of an extension', () => {
  // The first test, before any record is added.
  test('an empty list names the declaration, in both languages', async () => {
    const { showLocale } = await put('admin', <TrainingList />)
    await screen.findByText('还没有培训记录')
    expect(document.body.textContent).not.toMatch(guessed)
    await showLocale('en')
    await screen.findByText('No training records yet')
  })

  test('a list has the declared labels as its headings', async () => {
    await add({ title: '合规与利益冲突', lawyerId: app().world.people.get('13800000002')!.id })
    const { showLocale } = await put('admin', <TrainingList />)
    const row = (await screen.findByText('合规与利益冲突')).closest('tr')!
    await within(row).findByText('郑律师')
    const headings = () => screen.getAllByRole('columnheader').map(it => it.textContent)
    expect(headings().filter(Boolean)).toEqual(['编号', '培训名称', '参加律师', '学时', '培训日期'])
    expect(screen.getByRole('textbox', { name: '关键词' })).toBeDefined()
    expect(document.body.textContent).not.toMatch(guessed)
    await showLocale('en')
    await waitFor(() =>
      expect(headings().filter(Boolean)).toEqual([
        'No.',
        'Training',
        'Lawyer',
        'Hours',
        'Date of the training',
      ]),
    )
  })

  test('a form has the declared labels, saves, and says so', async () => {
    const { id } = await add({ title: '税法更新' })
    const { user } = await put('admin', <TrainingEdit id={id} />)
    const title = await screen.findByRole('textbox', { name: /^培训名称/ })
    for (const label of [/^参加律师/, /^培训类别/]) await screen.findByRole('combobox', { name: label })
    for (const label of ['学时', '培训日期', '备注']) expect(screen.getByLabelText(label)).toBeDefined()
    await user.clear(title)
    await user.type(title, '税法更新二')
    expect(document.body.textContent).not.toMatch(guessed)
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('已更新 1 项')
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await read('税法更新二')).toMatchObject([{ id }]))
  })

  test('a form for a new record reports what is missing at its field, and chooses a person by name', async () => {
    const { user } = await put('admin', <TrainingCreate />)
    const title = await screen.findByRole('textbox', { name: /^培训名称/ })
    await user.type(screen.getByRole('textbox', { name: '备注' }), '全天')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'))
    await user.type(title, '破产法沙龙')
    await user.click(await screen.findByRole('combobox', { name: '参加律师' }))
    await user.click(await screen.findByRole('option', { name: '吴律师' }))
    await user.click(screen.getByRole('combobox', { name: '培训类别' }))
    await user.click(await screen.findByRole('option', { name: '职业道德' }))
    await user.type(screen.getByLabelText('学时'), '1.5')
    await user.type(screen.getByLabelText('培训日期'), '2026-03-08')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('已新建')
    expect(await read('破产法沙龙')).toMatchObject([{ hours: 1.5 }])
  })

  test('a page of one record is titled by it', async () => {
    const { id } = await add({ title: '仲裁实务' })
    await put('admin', <TrainingShow id={id} />)
    await screen.findByRole('heading', { name: '仲裁实务' })
    for (const label of ['培训名称', '参加律师', '培训日期']) expect(screen.getByText(label)).toBeDefined()
    expect(document.body.textContent).not.toMatch(guessed)
  })
})
