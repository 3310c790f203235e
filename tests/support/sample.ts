import type { Field, Fields, FieldKind } from '../../resources/kit/index.ts'

/** Ids that the references in a sample may use, by resource. */
export type Known = Readonly<Record<string, number>>

let turn = 0
/** Different digits on each call, so that unique constraints are met. */
const digits = (length: number) => String(++turn).padStart(length, '0').slice(-length)

const texts: Record<Field<'text'>['format'], (field: { label: string; max: number }) => string> = {
  plain: ({ label, max }) => `${label.slice(0, 4)}样本${digits(4)}`.slice(0, max),
  name: () => `样本${digits(4)}`,
  tel: () => `021-5555${digits(4)}`,
  mobile: ({ max }) => (max === 11 ? `139${digits(8)}` : `021-5555${digits(4)}`),
  email: () => `sample${digits(4)}@example.com`,
  url: () => `https://example.com/${digits(4)}`,
}

// A valid value for each custom widget; the widgets' own tests check other values.
const widgets: Record<Field<'custom'>['widget'], (known: Known) => unknown> = {
  group: () => null,
  colour: () => '#1F3A5F',
  icon: () => 'tabHome',
  workPosition: () => ({ postName: '律师', postCode: 'Associate' }),
  professions: () => [{ type: 'official', id: 1 }],
  visibility: () => ({ mobile: 2, phone: 1, email: 1, wechatNo: 2, wechatQr: 2, licenseNumber: 1 }),
  latitude: () => 31.2,
  licence: () => null,
  capabilities: () => ['lawyer.view'],
  areaName: () => '上海市/浦东新区',
  maskedMobile: () => `139${digits(8)}`,
}

const samples: { [K in FieldKind]: (field: Field<K>, known: Known) => unknown } = {
  text: field => texts[field.format](field),
  password: () => `pass-${digits(8)}-word`,
  integer: ({ min, max }) => Math.min(max, Math.max(min, 7)),
  decimal: ({ min }) => min + 1,
  select: ({ options }) => options[0]![0],
  multiSelect: ({ options }) => [options[0]![0]],
  toggle: () => 0,
  date: () => '2024-05-01',
  month: () => '2024-05',
  datetime: () => '2026-12-01T09:30:00+08:00',
  reference: ({ to }, known) => known[to] ?? 1,
  references: ({ to }, known) => [known[to] ?? 1],
  area: () => '310115',
  image: () => '/api/files/1/1-1/sample.webp',
  images: () => [{ url: '/api/files/1/1-1/sample.webp', alt: null }],
  richText: ({ label }) => `<p>${label}样本</p>`,
  strings: ({ item }, known) => [sampleOf(item, known)],
  rows: ({ fields }, known) => [sampleRecord(fields, Object.keys(fields), known)],
  custom: ({ widget }, known) => widgets[widget](known),
}

export const sampleOf = (field: Field, known: Known): unknown =>
  (samples[field.kind] as (field: Field, known: Known) => unknown)(field, known)

/** A value for each of these fields, as a form may send them. */
export const sampleRecord = (
  fields: Fields,
  names: readonly string[],
  known: Known,
): Record<string, unknown> => Object.fromEntries(names.map(name => [name, sampleOf(fields[name]!, known)]))
