import { useTranslate } from 'ra-core'

import type { AnyEntity } from '../../../resources/kit/index.ts'
import type { GridTexts } from '../../grid/GridBar.tsx'

/** Texts of the grid for records of any entity. */
export const useRecordTexts = ({ label }: AnyEntity): GridTexts => {
  const translate = useTranslate()
  const records = translate(label)
  return {
    table: translate('要导入的%{records}', { records }),
    records,
    row: index => translate('第 %{index} 条', { index }),
    done: done => translate('已处理 %{done} 条…', { done }),
    wrong: (count, wrong) => translate('%{count} 条，其中 %{wrong} 条需要修改', { count, wrong }),
    incomplete: count => translate('%{count} 条待填写完整', { count }),
    passed: passed => translate('检查通过，可以创建 %{passed} 条', { passed }),
    waiting: count => translate('%{count} 条待创建', { count }),
    create: right => (right > 0 ? translate('创建 %{right} 条', { right }) : translate('创建')),
  }
}
