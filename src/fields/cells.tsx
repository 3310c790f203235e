import { useTranslate } from 'ra-core'

import {
  type AnyRecord,
  describeMasked,
  type Field,
  isSentenceIn,
  type FieldKind,
} from '../../resources/kit/index.ts'
import { useFormats, useShownLanguage } from '../language/useLanguage.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { Chip } from '../ui/Chip.tsx'
import { timestampText } from './dates/dates.ts'
import { isMasked, MaskedValue } from './MaskedValue.tsx'
import { useNames } from './choice/useChoices.ts'

/** Props of every cell. `value` is never empty, because `Cell` renders the dash for empty values. */
export type CellProps<K extends FieldKind = FieldKind> = {
  field: Field<K>
  value: unknown
  record: AnyRecord
  /** False in a table, where cells have one line; true on a record page, which shows the whole value. */
  isWhole: boolean
}

/** One line, truncated at the end of the cell, with the full text as its title. */
export const TruncatedLine = ({ children }: { children: string }) => (
  <span className="cell-line" title={children}>
    {children}
  </span>
)

/** Returns an empty list if the value is no array, because another back-end may answer anything. */
export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Text: one line in a table, all of it on a record page. */
export const CellText = ({ isWhole, children }: { isWhole: boolean; children: string }) =>
  isWhole ? <p className="cell-paragraph">{children}</p> : <TruncatedLine>{children}</TruncatedLine>

export const TextCell = ({ field, value, record, isWhole }: CellProps<'text'>) => {
  const translate = useTranslate()
  if (isMasked(field, value)) return <MaskedValue value={String(value)} id={record.id} />
  const text = isSentenceIn(field, record) ? translate(String(value)) : String(value)
  return <CellText isWhole={isWhole}>{text}</CellText>
}

export const NumberCell = ({ field, value }: CellProps<'integer' | 'decimal'>) => (
  <span className="cell-number">{describeMasked(useShownLanguage(), field, value)}</span>
)

/** Shows the text that `describe` gives for the value, for kinds without a cell of their own. */
export const DescribedCell = ({ field, value, isWhole }: CellProps) => (
  <CellText isWhole={isWhole}>{describeMasked(useShownLanguage(), field, value)}</CellText>
)

const Waited = lazyComponent(
  () => import('./dates/WaitingTime.tsx').then(it => it.WaitingTime),
  () => null,
)

/** Time since which a record waits in its current state; empty if that state is not a waiting one. */
const waitingSince = ({ waitingState }: Field<'select'>, value: unknown, record: AnyRecord) =>
  waitingState?.state === value
    ? String(waitingState?.since.map(name => record[name]).find(Boolean) ?? '')
    : ''

export const SelectCell = ({ field, value, record }: CellProps<'select'>) => {
  const translate = useTranslate()
  const [, key, tone] = field.options.find(([option]) => option === value) ?? []
  const label = key === undefined ? String(value) : translate(key)
  const since = waitingSince(field, value, record)
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
    {describeMasked(useShownLanguage(), field, value)}
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
  return <TruncatedLine>{names[0]?.name ?? ''}</TruncatedLine>
}

export const ReferencesCell = ({ field, value }: CellProps<'references'>) => {
  const translate = useTranslate()
  const { names } = useNames(field.to, arrayOf(value).map(Number))
  return <TruncatedLine>{names.map(({ name }) => name).join(translate('、'))}</TruncatedLine>
}

const CellPicture = ({ url, alt, isWhole }: { url: string; alt: string; isWhole: boolean }) => (
  <img className={isWhole ? 'cell-picture' : 'cell-thumbnail'} src={url} alt={alt} loading="lazy" />
)

export const ImageCell = ({ field, value, isWhole }: CellProps<'image'>) => (
  <CellPicture url={String(value)} alt={useTranslate()(field.label)} isWhole={isWhole} />
)

type Image = { url: string; alt?: string | null }
const isImage = (value: unknown): value is Image =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

export const ImagesCell = ({ field, value, isWhole }: CellProps<'images'>) => {
  const translate = useTranslate()
  return (
    <span className="cell-pictures">
      {arrayOf(value)
        .filter(isImage)
        .map(({ url, alt }) => (
          <CellPicture key={url} url={url} alt={alt ?? translate(field.label)} isWhole={isWhole} />
        ))}
    </span>
  )
}

export const StringsCell = ({ value, isWhole }: CellProps<'strings'>) => {
  const translate = useTranslate()
  const lines = arrayOf(value).map(String)
  if (!isWhole) return <TruncatedLine>{lines.join(translate('、'))}</TruncatedLine>
  return (
    <ul className="cell-list">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
