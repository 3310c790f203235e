import { hasOtherYear, readMonth } from './readDay.ts'
import { toSimplified } from './simplified.ts'

const errorValue =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|PYTHON!|名称\?)|(?:Err|错误):\d{3}|#{3,})$/i
/** A number with an exponent, as spreadsheets show one with many digits: 1.38E+10; Java and Python write 1.38E10 too. */
const exponential = /^-?\d(?:\.(\d+))?E(\+?)(\d{1,3})$/i

const messages = {
  error: '这是表格中的错误值，请改正原表格后重新导入，或在这里填写',
  formula: '公式没有计算结果，请用Excel或WPS打开原表格并保存后重新导入，或在这里填写',
  rounded: '超过15位的数字在表格中已不准确，请在原表格中改为文本格式并重新填写，或在这里填写',
  exponent:
    '表格以科学计数法显示这个数字，末尾的数字已丢失，请在原表格中将单元格改为文本格式后重新导入，或在这里填写',
  month: '只有年月，请补充是哪一天，如 2026-03-08',
  year: '请写四位数的公历年份，如 2026-03-08',
}

/** IEEE 754 keeps 15 digits of a number exactly. */
const exactDigits = 15

const exponentFault = (text: string): string | undefined => {
  const [, fraction = '', plus = '', exponent = ''] = exponential.exec(text) ?? []
  // 1E5 may also be the name of a room or a group.
  if (fraction === '' && plus === '') return undefined
  if (Number(exponent) >= exactDigits) return messages.rounded
  return fraction.length >= Number(exponent) ? undefined : messages.exponent
}

/**
 * Why a text from a spreadsheet cannot be what its author meant, with how to mend it: an error value, a formula without a
 * result, or a number that the spreadsheet has rounded. Undefined if nothing is wrong.
 */
export const cellFault = (text: string): string | undefined => {
  if (errorValue.test(toSimplified(text))) return messages.error
  if (/^[=＝]/.test(text)) return messages.formula
  return exponentFault(text)
}

/** Why a text cannot be a day: it is only a month, or its year is of another calendar. What is meant is not guessed. */
export const dayFault = (text: string): string | undefined =>
  readMonth(text) !== null ? messages.month : hasOtherYear(text) ? messages.year : undefined

/** Whether a text says that there is no value, which people write where they must not leave a gap. */
export const saysNothing = (text: string) =>
  /^(?:[-‐-―−－/／\\]{1,3}|无|没有|暂无|暂缺|空|未填|N\/?A|none|null|nil)$/i.test(toSimplified(text))
