import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import {
  type AnyRecord,
  describe,
  type Field,
  isSentenceIn,
  type Kind,
  type Tone,
} from '../../resources/kit/index.ts'
import { useFormats, useShownLanguage } from '../shell/language/useLanguage.ts'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { timestampText } from './dates.ts'
import { useNames } from './useChoices.ts'

/** What every cell gets. `value` is never empty: the dash for nothing is drawn once, in `Cell`. */
export type CellProps<K extends Kind = Kind> = {
  field: Field<K>
  value: unknown
  record: AnyRecord
  /** In a list of rows one line; on a page of its own all of it. */
  isWhole: boolean
}

/** One line, cut at the cell's end, whole in the title. */
const Line = ({ children }: { children: string }) => (
  <span className="cell-line" title={children}>
    {children}
  </span>
)

/** A back-end may answer anything: what is no list has no entries. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text: in a list one line of it, on a page of its own all. */
export const Words = ({ isWhole, children }: { isWhole: boolean; children: string }) =>
  isWhole ? <p className="cell-paragraph">{children}</p> : <Line>{children}</Line>

export const TextCell = ({ field, value, record, isWhole }: CellProps<'text'>) => {
  const translate = useTranslate()
  const text = isSentenceIn(field, record) ? translate(String(value)) : String(value)
  return <Words isWhole={isWhole}>{text}</Words>
}

export const NumberCell = ({ field, value }: CellProps<'integer' | 'decimal'>) => (
  <span className="cell-number">{describe(useShownLanguage(), field, value)}</span>
)

/** What a kind says as one line of text, where it needs no looks of its own. */
export const DescribedCell = ({ field, value, isWhole }: CellProps) => (
  <Words isWhole={isWhole}>{describe(useShownLanguage(), field, value)}</Words>
)

const marks: Record<Tone, ReactNode> = {
  good: <path d="m3.5 8.5 3 3 6-7" />,
  waiting: <path d="M8 4v4l2.5 2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z" />,
  bad: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  info: <path d="M8 7.5v4m0-7v.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z" />,
  faint: <path d="M4.5 8h7" />,
}

/** A state: icon and word, so that its colour says nothing alone. */
export const Chip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`chip chip-${tone}`}>
    <svg viewBox="0 0 16 16" aria-hidden>
      {marks[tone]}
    </svg>
    {children}
  </span>
)

const Waited = lazyComponent(
  () => import('./Waited.tsx').then(it => it.Waited),
  () => null,
)

/** Since when a record waits in this state; null in any other. */
const waitsSince = ({ waits }: Field<'select'>, value: unknown, record: AnyRecord) =>
  waits?.state === value ? String(waits?.since.map(name => record[name]).find(Boolean) ?? '') : ''

export const SelectCell = ({ field, value, record }: CellProps<'select'>) => {
  const translate = useTranslate()
  const [, key, tone] = field.options.find(([option]) => option === value) ?? []
  const label = key === undefined ? String(value) : translate(key)
  const since = waitsSince(field, value, record)
  if (!tone) return <span className="cell-word">{label}</span>
  if (!since) return <Chip tone={tone}>{label}</Chip>
  return (
    <span className="cell-waiting">
      <Chip tone={tone}>{label}</Chip>
      <Waited since={since} isBrief />
    </span>
  )
}

export const ToggleCell = ({ value }: CellProps<'toggle'>) => {
  const translate = useTranslate()
  return <span className="cell-word">{value === 1 ? translate('是') : translate('否')}</span>
}

export const DateCell = ({ field, value }: CellProps<'date' | 'month'>) => (
  <time className="cell-number cell-left" dateTime={String(value)}>
    {describe(useShownLanguage(), field, value)}
  </time>
)

export const TimestampCell = ({ value }: CellProps<'datetime'>) => {
  const formats = useFormats()
  return (
    <time className="cell-number cell-left" dateTime={String(value)}>
      {timestampText(String(value), formats)}
    </time>
  )
}

export const ReferenceCell = ({ field, value }: CellProps<'reference'>) => {
  const { names } = useNames(field.to, [Number(value)])
  return <Line>{names[0]?.name ?? ''}</Line>
}

export const ReferencesCell = ({ field, value }: CellProps<'references'>) => {
  const translate = useTranslate()
  const { names } = useNames(field.to, listIn(value).map(Number))
  return <Line>{names.map(({ name }) => name).join(translate('、'))}</Line>
}

const Picture = ({ url, alt, isWhole }: { url: string; alt: string; isWhole: boolean }) => (
  <img className={isWhole ? 'cell-picture' : 'cell-thumbnail'} src={url} alt={alt} loading="lazy" />
)

export const ImageCell = ({ field, value, isWhole }: CellProps<'image'>) => (
  <Picture url={String(value)} alt={useTranslate()(field.label)} isWhole={isWhole} />
)

type Image = { url: string; alt?: string | null }
const isImage = (value: unknown): value is Image =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

export const ImagesCell = ({ field, value, isWhole }: CellProps<'images'>) => {
  const translate = useTranslate()
  return (
    <span className="cell-pictures">
      {listIn(value)
        .filter(isImage)
        .map(({ url, alt }) => (
          <Picture key={url} url={url} alt={alt ?? translate(field.label)} isWhole={isWhole} />
        ))}
    </span>
  )
}

export const StringsCell = ({ value, isWhole }: CellProps<'strings'>) => {
  const translate = useTranslate()
  const lines = listIn(value).map(String)
  if (!isWhole) return <Line>{lines.join(translate('、'))}</Line>
  return (
    <ul className="cell-list">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
