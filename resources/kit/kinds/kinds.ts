import type { Field, FieldKind, Option } from '../field.ts'
import { areaKind } from './area.ts'
import { customKind } from './custom.ts'
import { dateKind } from './date.ts'
import { datetimeKind } from './datetime.ts'
import { decimalKind } from './decimal.ts'
import { imageKind } from './image.ts'
import { imagesKind } from './images.ts'
import { integerKind } from './integer.ts'
import type { KindDefinition } from './kind.ts'
import { monthKind } from './month.ts'
import { multiSelectKind } from './multiSelect.ts'
import { passwordKind } from './password.ts'
import { referenceKind } from './reference.ts'
import { referencesKind } from './references.ts'
import { richTextKind } from './richText.ts'
import { rowsKind } from './rows.ts'
import { selectKind } from './select.ts'
import { stringsKind } from './strings.ts'
import { textKind } from './text.ts'
import { toggleKind } from './toggle.ts'

/** Every kind of field. `docs/develop.md` says what else a new one needs. */
export const kinds: { readonly [K in FieldKind]: KindDefinition<K> } = {
  text: textKind,
  password: passwordKind,
  integer: integerKind,
  decimal: decimalKind,
  select: selectKind,
  multiSelect: multiSelectKind,
  toggle: toggleKind,
  date: dateKind,
  month: monthKind,
  datetime: datetimeKind,
  reference: referenceKind,
  references: referencesKind,
  area: areaKind,
  image: imageKind,
  images: imagesKind,
  richText: richTextKind,
  strings: stringsKind,
  rows: rowsKind,
  custom: customKind,
}

/** The definition of a field's kind. */
export const kindOf = <K extends FieldKind>({ kind }: { kind: K }): KindDefinition<K> => kinds[kind]

/** The options of a field of which each value is one of several, otherwise undefined. */
export const optionsOf = (field: Field): readonly Option[] | undefined => kindOf(field).options?.(field)
