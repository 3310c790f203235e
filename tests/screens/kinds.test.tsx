import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { CoreAdminContext, Form, memoryStore } from 'ra-core'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { AdminDataProvider } from '../../providers/dataProvider.ts'
import { newQueryClient } from '../../providers/queryClient.ts'
import type { Widget } from '../../resources/domain/widget.ts'
import {
  area,
  customField,
  date,
  datetime,
  decimal,
  type Field,
  image,
  images,
  integer,
  type FieldKind,
  month,
  multiSelect,
  password,
  phone,
  reference,
  references,
  richText,
  rows,
  select,
  strings,
  text,
  toggle,
} from '../../resources/kit/index.ts'
import type { Language } from '../../resources/kit/translate.ts'
import { concealable, defaultVisibility } from '../../resources/cards/content.ts'
import { cards } from '../../resources/cards/index.ts'
import { Input } from '../../src/fields/inputs.tsx'
import { FieldForm } from '../../src/form/plain/FieldForm.tsx'
import { useFieldForm } from '../../src/form/plain/useFieldForm.ts'
import { Cell, columnWidthOf } from '../../src/fields/kinds.tsx'
import { cardParts } from '../../src/fields/widgets/cardVisibility.ts'
import { type ShellSession, SessionContext } from '../../src/session/sessionContext.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import places from '../../resources/locales/en/places.json' with { type: 'json' }
import { i18nIn } from '../support/i18n.ts'
import { setLocation } from '../support/location.ts'

const states = [
  ['1', '启用', 'good'],
  ['0', '停用', 'faint'],
] as const
const manyOptions = Array.from({ length: 12 }, (_, index) => [index + 1, `选项${index + 1}`] as const)

/** One field of every kind with a value, and the text that its table cell shows. */
const samples: { [K in FieldKind]: [Field<K>, unknown, RegExp] } = {
  text: [text('姓名', { max: 20 }), '欧阳震华', /^欧阳震华$/],
  password: [password('密码'), 'never shown', /^\*+$/],
  integer: [integer('排序'), 0, /^0$/],
  decimal: [decimal('经度', { min: 73, max: 136, digits: 6, isRounded: true }), 121.5, /^121\.5$/],
  select: [select('状态', states), '1', /^启用$/],
  multiSelect: [multiSelect('语言', manyOptions), [2, 3], /^选项2、选项3$/],
  toggle: [toggle('合伙人'), 0, /^否$/],
  date: [date('成立日期'), '2026-03-08', /^2026-03-08$/],
  month: [month('开始'), '2026-03', /^2026-03$/],
  datetime: [datetime('时间'), '2026-03-08T09:30:00.000Z', /^2026-03-08 \d\d:30$/],
  reference: [reference('律所', 'offices'), 2, /^北京分所$/],
  references: [references('律所', 'offices', { max: 3 }), [1, 2], /^总所、北京分所$/],
  area: [area('地区', ['provinceCode', 'cityCode']), '310115', /^上海市\/浦东新区$/],
  image: [image('头像', { scene: 'avatar', frame: { ratio: [4, 5] } }), '/api/files/a.webp', /^$/],
  images: [images('图片', { scene: 'office', max: 9 }), [{ url: '/api/files/b.webp', alt: '大厅' }], /^$/],
  richText: [richText('介绍', { max: 100 }), '<p>严谨<strong>务实</strong></p>', /严谨\s*务实/],
  strings: [strings('电话', text('电话', { max: 20 }), { max: 3 }), ['021-1', '021-2'], /^021-1、021-2$/],
  rows: [rows('学历', { school: text('学校', { max: 20 }) }, { max: 3 }), [{ school: '甲大学' }], /^1 项$/],
  custom: [
    customField('手机号', { widget: 'maskedMobile', schema: z.string(), output: z.string() }),
    '138****0001',
    /^138\*{4}0001/,
  ],
}

const widgetSamples: Record<Widget, [unknown, RegExp]> = {
  group: [{ cause: '买卖合同纠纷' }, /买卖合同纠纷/],
  colour: ['#1F3A5F', /^#1F3A5F$/],
  icon: ['tabHome', /^首页$/],
  capabilities: [['lawyer.view', 'card.view'], /^查看人员、查看名片$/],
  areaName: ['上海市/浦东新区', /^上海市\/浦东新区$/],
  maskedMobile: ['138****0001', /138\*{4}0001/],
  licence: ['13101200810123456', /^13101200810123456$/],
  latitude: [31.234568, /31\.234568/],
  professions: [[{ type: 'self', id: 3 }], /^家族信托$/],
  visibility: [{ mobile: 0 }, /手机不公开/],
  workPosition: [{ postName: '合伙人', postCode: 'Partner' }, /^合伙人$/],
}

const offices = [
  { id: 1, name: '总所' },
  { id: 2, name: '北京分所' },
]
const dataProvider = {
  getMany: async (_: string, { ids }: { ids: number[] }) => ({
    data: offices.filter(it => ids.map(Number).includes(it.id)),
  }),
  choices: async () => ({ data: offices.map(it => ({ ...it, record: it })), isComplete: true }),
} as unknown as AdminDataProvider

const areaOf = (code: string, name: string) => ({ code, name, parentCode: null, level: 1, pinyin: '' })
const branch = (code: string, name: string, pinyin: string, children: object[] = []) => ({
  code,
  name,
  pinyin,
  children,
})
const country = [
  branch('310000', '上海市', 'shanghaishi', [
    branch('310100', '市辖区', 'shixiaqu', [
      branch('310115', '浦东新区', 'pudongxinqu'),
      branch('310101', '黄浦区', 'huangpuqu'),
    ]),
  ]),
  branch('110000', '北京市', 'beijingshi'),
  branch('810000', '香港特别行政区', 'xianggangtebiexingzhengqu'),
]
const shanghai = [areaOf('310000', '上海市'), areaOf('310100', '市辖区'), areaOf('310115', '浦东新区')]
const answerOf = (data: unknown) => () => HttpResponse.json({ code: '200', message: '', data, requestId: '' })
const network = setupServer(
  http.get('*/api/area/areaById', ({ request }) => {
    const code = new URL(request.url).searchParams.get('code')
    return answerOf({ path: shanghai.slice(0, shanghai.findIndex(it => it.code === code) + 1) })()
  }),
  http.get(
    '*/api/area/provinceList',
    answerOf([shanghai[0], areaOf('110000', '北京市'), areaOf('810000', '香港特别行政区')]),
  ),
  http.get('*/api/system/area', answerOf({ version: '1', tree: country })),
  http.get('*/places.json', () => HttpResponse.json(places)),
  http.get('*/api/area/cityList', ({ request }) =>
    answerOf(request.url.includes('810000') ? [] : [shanghai[1]])(),
  ),
  http.get('*/api/area/districtList', answerOf([shanghai[2], areaOf('310101', '黄浦区')])),
  http.get('*/api/lawyerProfessional/list', answerOf([{ id: 1, name: '公司法', nameEn: null, code: 'A' }])),
  http.get('*/api/selfProfessional/wx/list', answerOf([{ id: 3, name: '家族信托' }])),
)

const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeAll(() => {
  setLocation('/web/app')
  network.listen({ onUnhandledFrame: 'bypass' })
})
beforeEach(() => complaints.mockClear())
afterEach(() => {
  cleanup()
  const [complaint] = complaints.mock.calls
  if (complaint) throw new Error(`console.error: ${complaint.map(String).join(' ')}`)
})
afterAll(() => network.close())

/** The part of the session that inputs read: the firm's own icons. */
const session = {
  conf: { assets: { imgs: {}, icons: {} } },
  access: { additions: new Set() },
} as unknown as ShellSession

let client = newQueryClient()
const inAdmin = (children: React.ReactNode, language?: Language) => {
  client = newQueryClient()
  return render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={dataProvider}
        i18nProvider={i18nIn(language)}
        queryClient={client}
        store={memoryStore()}
      >
        <SessionContext value={session}>{children}</SessionContext>
      </CoreAdminContext>
    </MemoryRouter>,
  )
}

/** Waits until the input's code is loaded and its requests are answered. */
const waitUntilLoaded = () =>
  waitFor(() => {
    expect(document.querySelector('.field-loading')).toBeNull()
    expect(client.isFetching()).toBe(0)
  })

const renderCell = (field: Field, value: unknown, isWhole = false, language?: Language) => {
  inAdmin(
    <div data-testid="cell">
      <Cell field={field} value={value} record={{ id: 7 }} isWhole={isWhole} />
    </div>,
    language,
  )
  return screen.getByTestId('cell')
}

let values: Record<string, unknown> = {}
const Watch = () => {
  const current = useWatch() as Record<string, unknown>
  useEffect(() => {
    values = current
  }, [current])
  return null
}
const input = (field: Field, value: unknown = null, language?: Language) => {
  inAdmin(
    <Form record={{ it: value }} onSubmit={() => {}}>
      <Input field={field} source="it" />
      <Watch />
    </Form>,
    language,
  )
  return { user: userEvent.setup() }
}

describe.each(Object.entries(samples))('%s', (_, [field, value, shown]) => {
  test('shows its value, a dash if empty, and the whole value on a record page', async () => {
    const element = renderCell(field, value)
    await waitFor(() => expect(element.textContent).toMatch(shown))
    cleanup()
    expect(renderCell(field, null).textContent).toBe('—')
    cleanup()
    renderCell(field, value, true)
    await waitFor(() => expect(screen.getByTestId('cell').children).toHaveLength(1))
  })

  test('has an input with its label and value, which changes nothing by itself', async () => {
    input(field, value)
    expect((await screen.findAllByText(field.label)).length).toBeGreaterThan(0)
    await waitUntilLoaded()
    expect(values['it']).toEqual(value)
  })
})

describe.each(Object.entries(widgetSamples) as [Widget, [unknown, RegExp]][])(
  'widget %s',
  (widget, [value, shown]) => {
    const field = customField('自定义', { widget, schema: z.any(), output: z.any() })
    test('has a cell and an input', async () => {
      const element = renderCell(field, value)
      await waitFor(() => expect(element.textContent).toMatch(shown))
      cleanup()
      input(field, value)
      expect((await screen.findAllByText('自定义')).length).toBeGreaterThan(0)
    })
  },
)

test('a column of states has room for the longest waiting time beside the longest state', () => {
  // Measured in Chromium: “待审核 20小时” has 9.3 em.
  expect(columnWidthOf(cards.fields.auditStatus, languageOf('zh-CN', {}))).toBeGreaterThan(9.3)
})

test('a column of moments has room for the longest one in each language', () => {
  const widthIn = (locale: string) => columnWidthOf(datetime('时间'), languageOf(locale, {}))
  expect(widthIn('zh-CN')).toBe(9.5)
  // Measured in Chromium: “Dec 28, 2026, 12:58 PM” has 10.48 em.
  expect(widthIn('en-US')).toBeGreaterThan(10.48)
  expect(widthIn('de-DE')).toBe(9.5)
})

describe('inputs', () => {
  test('text input reports composed text only', async () => {
    input(samples.text[0])
    const box = await screen.findByRole('textbox')
    fireEvent.compositionStart(box)
    fireEvent.change(box, { target: { value: 'ouyang' } })
    expect(values['it']).toBeNull()
    fireEvent.change(box, { target: { value: '欧阳' } })
    fireEvent.compositionEnd(box)
    expect(values['it']).toBe('欧阳')
  })

  test('text input reports an emptied text as null', async () => {
    const { user } = input(samples.text[0], '张三')
    await user.clear(await screen.findByRole('textbox'))
    expect(values['it']).toBeNull()
  })

  test('text input counts code points', async () => {
    const { user } = input(text('简介', { max: 60 }), '😀'.repeat(29))
    expect(screen.queryByText(/\/60/)).toBeNull()
    await user.type(await screen.findByRole('textbox'), '好')
    expect(await screen.findByText('30/60')).toBeTruthy()
  })

  test('date input accepts several formats and shows one', async () => {
    const { user } = input(samples.date[0])
    await user.type(await screen.findByRole('textbox'), '2026/3/8')
    expect(values['it']).toBe('2026-03-08')
    await user.tab()
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('2026-03-08')
  })

  test('a select with many options is searchable, also by pinyin', async () => {
    const cities = [...manyOptions, [99, '浦东新区']] as const
    const { user } = input(select('地点', cities))
    await user.type(await screen.findByRole('combobox'), 'pudong')
    await user.click(await screen.findByRole('option', { name: '浦东新区' }))
    expect(values['it']).toBe(99)
  })

  test('reference input selects a record by name', async () => {
    const { user } = input(samples.reference[0])
    await user.type(await screen.findByRole('combobox'), '北京')
    await user.click(await screen.findByRole('option', { name: '北京分所' }))
    expect(values['it']).toBe(2)
  })

  test('reference input searches for text typed before the first choices are loaded', async () => {
    const first = Promise.withResolvers<void>()
    vi.spyOn(dataProvider, 'choices').mockImplementation(async (_, { keyword } = {}) => {
      if (!keyword) await first.promise
      const found = keyword === 'beijing' ? offices.slice(1) : offices.slice(0, 1)
      return { data: found.map(record => ({ ...record, record })), isComplete: false }
    })
    const { user } = input(samples.reference[0])
    await user.click(await screen.findByRole('combobox'))
    await user.paste('beijing')
    first.resolve()
    await user.click(await screen.findByRole('option', { name: '北京分所' }))
    expect(values['it']).toBe(2)
    vi.mocked(dataProvider.choices).mockRestore()
  })

  test('multi-select reports too many values at once, until one is removed', async () => {
    const fields = { it: references('律所', 'offices', { max: 1 }) }
    const OneOffice = () => (
      <FieldForm form={useFieldForm(fields, { onSave: async () => {} })}>
        <Input field={fields.it} source="it" />
      </FieldForm>
    )
    inAdmin(<OneOffice />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: '总所' }))
    expect(screen.queryByText('律所最多选1项')).toBeNull()
    await user.click(await screen.findByRole('option', { name: '北京分所' }))
    expect(await screen.findByText('律所最多选1项')).toBeTruthy()
    expect(screen.getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: '移除总所' }))
    await waitFor(() => expect(screen.queryByText('律所最多选1项')).toBeNull())
  })

  test('area input has no city level for a municipality', async () => {
    const { user } = input(samples.area[0])
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(province.disabled).toBe(false))
    await user.type(province, '上海')
    await user.click(await screen.findByRole('option', { name: '上海市' }))
    await waitFor(() => expect(values).toMatchObject({ provinceCode: '310000', cityCode: '310100' }))
    expect(screen.queryByRole('combobox', { name: /：市/ })).toBeNull()
    const district = await screen.findByRole<HTMLInputElement>('combobox', { name: /区县/ })
    await waitFor(() => expect(district.disabled).toBe(false))
    await user.type(district, '浦东')
    await user.click(await screen.findByRole('option', { name: '浦东新区' }))
    expect(values['it']).toBe('310115')
  })

  test('area input finds any place and selects all its levels', async () => {
    const { user } = input(samples.area[0])
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(province.disabled).toBe(false))
    await user.type(province, 'pudong')
    await user.click(await screen.findByRole('option', { name: /^浦东新区\s*上海市$/ }))
    await waitFor(() =>
      expect(values).toMatchObject({ it: '310115', provinceCode: '310000', cityCode: '310100' }),
    )
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /区县/ }).value).toBe('浦东新区')
  })

  test('area input discards typed text when another place is selected', async () => {
    const { user } = input(samples.area[0])
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(province.disabled).toBe(false))
    for (const [typed, name] of [
      ['pudong', '浦东新区'],
      ['huangpu', '黄浦区'],
    ] as const) {
      await user.clear(province)
      await user.type(province, typed)
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
      await waitFor(() => expect(province.value).toBe('上海市'))
      await waitFor(() =>
        expect(screen.getByRole<HTMLInputElement>('combobox', { name: /区县/ }).value).toBe(name),
      )
    }
    await user.type(province, 'xianggang', { initialSelectionStart: 0, initialSelectionEnd: 9 })
    await screen.findByRole('option', { name: '香港特别行政区' })
    await user.tab()
    expect(province.value).toBe('上海市')
    expect(values['it']).toBe('310101')
    // Clearing also forgets the search text: all provinces are offered again.
    await user.click(province)
    await user.keyboard('{ArrowDown}')
    expect((await screen.findAllByRole('option')).length).toBe(3)
  })

  test('area input accepts a province without lower levels', async () => {
    const { user } = input(samples.area[0])
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(province.disabled).toBe(false))
    await user.type(province, '香港')
    await user.click(await screen.findByRole('option', { name: '香港特别行政区' }))
    await waitFor(() => expect(values).toMatchObject({ it: '810000', provinceCode: '810000' }))
  })

  test('area input shows English names, and finds Chinese ones too', async () => {
    const english = languageOf('en-US', {})
    renderCell(samples.area[0], '310115', false, english)
    expect(await screen.findByText('Shanghai/Pudong New Area')).toBeTruthy()
    cleanup()
    renderCell(
      customField('地区', { widget: 'areaName', schema: z.any(), output: z.any() }),
      '香港特别行政区',
      false,
      english,
    )
    expect(await screen.findByText('Hong Kong')).toBeTruthy()
    cleanup()
    const { user } = input(samples.area[0], null, english)
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(province.disabled).toBe(false))
    await user.click(province)
    await user.keyboard('{ArrowDown}')
    expect((await screen.findAllByRole('option')).map(it => it.textContent)).toEqual([
      'Beijing',
      'Hong Kong',
      'Shanghai',
    ])
    await user.type(province, '浦东')
    expect(await screen.findByRole('option', { name: /^Pudong New Area/ })).toBeTruthy()
  })

  test('rows are added, moved with the keyboard, and removed', async () => {
    const { user } = input(samples.rows[0], [{ school: '甲大学' }, { school: '乙大学' }])
    const schools = () => screen.getAllByRole<HTMLInputElement>('textbox').map(it => it.value)
    const second = await screen.findByRole('listitem', { name: '学历 2' })
    within(second).getByRole('button', { name: '上移学历 2' }).focus()
    await user.keyboard('{Enter}')
    expect(schools()).toEqual(['乙大学', '甲大学'])
    await user.click(await screen.findByRole('button', { name: '添加学历' }))
    expect(schools()).toEqual(['乙大学', '甲大学', ''])
    expect(screen.queryByRole('button', { name: '添加学历' })).toBeNull()
    await user.click(
      within(screen.getByRole('listitem', { name: '学历 1' })).getByRole('button', { name: '删除' }),
    )
    expect(values['it']).toEqual([{ school: '甲大学' }, { school: null }])
  })

  test('texts in a list are added, and removed with the keyboard', async () => {
    const { user } = input(samples.strings[0], ['021-1'])
    await user.click(await screen.findByRole('button', { name: '添加电话' }))
    await user.type(await screen.findByRole('textbox', { name: '电话 2' }), '021-2')
    expect(values['it']).toEqual(['021-1', '021-2'])
    screen.getByRole('button', { name: '删除电话 1' }).focus()
    await user.keyboard('{Enter}')
    expect(values['it']).toEqual(['021-2'])
  })

  test('texts in a list have the keyboard of their format, and are read-only if disabled', async () => {
    const phones = strings('座机', phone('座机'), { max: 3 })
    input(phones, ['021-12345678'])
    expect((await screen.findByRole('textbox', { name: '座机 1' })).getAttribute('inputmode')).toBe('tel')
    cleanup()
    inAdmin(
      <Form record={{ it: ['021-12345678'] }} onSubmit={() => {}}>
        <Input field={phones} source="it" isDisabled />
      </Form>,
    )
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '座机 1' })).disabled).toBe(true)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('visibility input covers all fields that can be hidden, with their defaults', () => {
    const defaults = Object.entries(cardParts).map(([name, { byDefault }]) => [name, byDefault])
    expect(Object.fromEntries(defaults)).toEqual(defaultVisibility)
    expect(Object.keys(cardParts).toSorted()).toEqual([...concealable].toSorted())
  })

  test('visibility input changes one field only', async () => {
    const { user } = input(
      customField('展示权限', { widget: 'visibility', schema: z.any(), output: z.any() }),
    )
    await user.click(
      within(screen.getByRole('group', { name: '手机' })).getByRole('radio', { name: '不公开' }),
    )
    expect(values['it']).toEqual({ mobile: 0 })
  })
})
