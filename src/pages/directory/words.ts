import type { DirectoryKey, DirectoryKind, DirectorySource } from '../../../resources/domain/directory.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { directoryCalls } from '../../../resources/lawyers/directory.ts'

export type ShownComparison = NonNullable<OutputOf<(typeof directoryCalls)['directory']>['comparison']>
export type ComparedRow = ShownComparison['rows'][number]

export const sourceLabels: Readonly<Record<DirectorySource, string>> = {
  wecom: '企业微信',
  feishu: '飞书',
  dingtalk: '钉钉',
  scim: 'SCIM',
}

/** The kinds of rows in the order of the page, each with its label and its explanation. */
export const kindWords: readonly (readonly [kind: DirectoryKind, label: string, text: string])[] = [
  ['new', '新增', '通讯录中有、这里没有的人。应用后创建账号。'],
  ['change', '更改', '通讯录中的资料与这里不同。可以逐项选择；空白的资料不会覆盖已有的资料。'],
  ['kept', '保留本地', '这里手工改过的资料优先，不被通讯录覆盖。需要时勾选“采用通讯录”。'],
  ['match', '可能是同一人', '手机号、邮箱或工号相同，还没有对应。应用后与通讯录对应；姓名相同不作为依据。'],
  ['gone', '已离开', '通讯录中已没有的人。账号没有变化，请按实际情况办理离所。'],
  ['error', '有误', '不能应用的人及其原因。'],
]

export const keyLabels: Readonly<Record<DirectoryKey, string>> = {
  mobile: '手机号',
  email: '邮箱',
  employeeNo: '工号',
  account: '企业微信账号与工号',
}
