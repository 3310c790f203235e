import type { Population } from '../../../../resources/domain/role.ts'
import { make } from '../elements.ts'
import { localized, translate } from '../../../../resources/kit/translate.ts'

const populations = localized([
  [2, '律师'],
  [1, '管理员'],
] as const satisfies readonly (readonly [Population, string])[])

/** Whose password it is: one mobile may have an account of each. */
export const identityField = (chosen: Population) => {
  const radios = populations.map(([userType, label]) => {
    const radio = make('input', { type: 'radio', name: 'userType', value: String(userType) })
    radio.checked = userType === chosen
    return { userType, radio, element: make('label', { class: 'choice' }, radio, label) }
  })
  const row = make(
    'fieldset',
    { class: 'choices' },
    make('legend', {}, translate('登录身份')),
    ...radios.map(it => it.element),
  )
  return {
    row,
    read: (): Population => radios.find(it => it.radio.checked)?.userType ?? 2,
  }
}
