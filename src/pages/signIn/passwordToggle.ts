/** The button that shows the password while it is typed. */
export const setUpPasswordToggle = (password: HTMLInputElement, button: HTMLButtonElement, label = '密码') =>
  button.addEventListener('click', () => {
    const isShown = password.type === 'text'
    password.type = isShown ? 'password' : 'text'
    button.setAttribute('aria-pressed', String(!isShown))
    button.textContent = isShown ? '显示' : '隐藏'
    button.setAttribute('aria-label', isShown ? `显示${label}` : `隐藏${label}`)
  })
