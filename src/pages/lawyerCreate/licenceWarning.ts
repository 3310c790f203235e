import { licenceWarnings } from '../../../resources/domain/licence.ts'
import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Spreadsheets keep 15 digits of a number, so that the last two of 17 digits become zeros. */
const roundedLicence = /^\d{15}00$/

/** Warning about a licence number that is valid but implausible. */
export const licenceWarning = (number: string, translate: Translate) =>
  roundedLicence.test(number)
    ? translate('末两位是00，可能是表格按数字保存时丢失了，请核对')
    : licenceWarnings(number, {}, firmYear(Date.now())).map(it => translate(it))[0]
