import { licenceWarnings } from '../../../resources/domain/licence.ts'
import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** A spreadsheet keeps 15 digits of a number; the last two of 17 then are zeros. */
const roundedLicence = /^\d{15}00$/

/** Said beside a licence number that may be right. */
export const licenceWarning = (number: string, translate: Translate) =>
  roundedLicence.test(number)
    ? translate('末两位是00，可能是表格按数字保存时丢失了，请核对')
    : licenceWarnings(number, {}, firmYear(Date.now())).map(it => translate(it))[0]
