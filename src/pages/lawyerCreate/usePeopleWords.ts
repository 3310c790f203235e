import { useTranslate } from 'ra-core'

import type { GridTexts } from '../../grid/GridBar.tsx'

/** Texts of the grid for people. */
export const usePeopleTexts = (): GridTexts => {
  const translate = useTranslate()
  return {
    table: translate('要创建的账号'),
    records: translate('人员'),
    row: index => translate('第 %{index} 人', { index }),
    done: done => translate('已处理 %{done} 人…', { done }),
    wrong: (count, wrong) => translate('%{count} 人，其中 %{wrong} 人需要修改', { count, wrong }),
    incomplete: count => translate('%{count} 人待填写完整', { count }),
    passed: passed => translate('检查通过，可以创建 %{passed} 人', { passed }),
    waiting: count => translate('%{count} 人待创建', { count }),
    create: right => (right > 1 ? translate('创建 %{right} 个账号', { right }) : translate('创建账号')),
  }
}
