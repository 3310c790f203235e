import { cards } from '../../../resources/cards/index.ts'
import type { MandateField } from '../../../resources/cards/mandateFields.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** The labels of fields as one text. */
export const fieldNames = (fields: readonly MandateField[], translate: Translate) =>
  fields.map(name => translate(cards.fields[name].label)).join(translate('、'))
