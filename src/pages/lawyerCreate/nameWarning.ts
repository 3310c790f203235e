import { hasHan } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** What lists note behind a name: 张三（离职）, 王小明*, 赵敏2. */
const remark = /[(（[【].{0,40}$|[*★※#△▲\d]+$/

/** Warning about a Chinese name with a remark, which the card would show. */
export const nameWarning = (name: string, translate: Translate) => {
  const [text] = remark.exec(name) ?? []
  return text && hasHan(name) ? translate('姓名后有“%{text}”，请确认是否为姓名的一部分', { text }) : undefined
}
