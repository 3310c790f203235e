import type { Population } from '../../../resources/domain/role.ts'
import { byId } from './elements.ts'
import { localized } from '../../../resources/kit/translate.ts'

const populationKey = 'tenant-admin:population'
export const accountLabels: Record<Population, string> = localized({ 1: '账号', 2: '手机号' })

/** The two populations as tabs: arrows move, the choice is remembered. */
export const setUpTabs = (onChange: (chosen: Population) => void) => {
  const buttons = [byId('tab-1', HTMLButtonElement), byId('tab-2', HTMLButtonElement)]
  // Held, since the form leaves the document while registration or recovery stands in its place.
  const account = byId('account', HTMLInputElement)
  const panel = byId('sign-in-panel', HTMLElement)
  const label = byId('account-label', HTMLElement)
  let chosen: Population = 1
  const choose = (userType: Population) => {
    chosen = userType
    for (const button of buttons) {
      const isChosen = button.dataset['userType'] === String(userType)
      button.setAttribute('aria-selected', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `tab-${userType}`)
    label.textContent = accountLabels[userType]
    account.inputMode = userType === 2 ? 'tel' : 'text'
    localStorage.setItem(populationKey, String(userType))
    onChange(userType)
  }
  buttons.forEach((button, index) => {
    const userType = index === 0 ? 1 : 2
    button.addEventListener('click', () => choose(userType))
    button.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      choose(userType === 1 ? 2 : 1)
      buttons[1 - index]?.focus()
    })
  })
  return {
    chosen: () => chosen,
    choose,
    /** The last choice of this browser. */
    restore: () => choose(localStorage.getItem(populationKey) === '2' ? 2 : 1),
  }
}
