import { translate } from '../../../resources/kit/translate.ts'

/** The button that shows the password while it is typed. */
export const setUpPasswordToggle = (
  password: HTMLInputElement,
  button: HTMLButtonElement,
  label = translate('密码'),
) =>
  button.addEventListener('click', () => {
    const isShown = password.type === 'text'
    password.type = isShown ? 'password' : 'text'
    button.setAttribute('aria-pressed', String(!isShown))
    button.textContent = isShown ? translate('显示') : translate('隐藏')
    button.setAttribute(
      'aria-label',
      isShown ? translate('显示%{label}', { label }) : translate('隐藏%{label}', { label }),
    )
  })
