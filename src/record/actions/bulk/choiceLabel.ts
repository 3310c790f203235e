import type { BulkChoice } from '../../../../resources/domain/bulkChoices.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'

/** The label of what a bulk edit changes; a part is named with its field. */
export const choiceLabel = ({ field, of }: BulkChoice, translate: Translate) =>
  of
    ? translate('%{label}：%{text}', { label: translate(of.label), text: translate(field.label) })
    : translate(field.label)
