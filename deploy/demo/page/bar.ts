import { login } from '../../../providers/signIn.ts'
import { appBase, homeOf } from '../../../providers/session.ts'
import { type DemoAccount, demoAccounts } from '../accounts.ts'
import { textFor, texts, type TwoTexts } from './texts.ts'

import './bar.css'

const element = <N extends keyof HTMLElementTagNameMap>(name: N, className: string, text = '') => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const signInAs = async ({ account, userType }: DemoAccount) => {
  const { user } = await login({ account, userType, password: 'static-demo', isRemembered: false })
  // Another document, as after every sign-in of another tab.
  location.replace(`${appBase}/?at=${homeOf(user)}`)
}

const accountButton = (account: DemoAccount, locale: string) => {
  const button = element('button', 'static-demo-account', textFor(account.who, locale))
  button.type = 'button'
  button.addEventListener('click', () => void signInAs(account))
  return button
}

const say = (text: TwoTexts) => textFor(text, document.documentElement.lang)

/** Draws the bar in the language of the page. */
const draw = (bar: HTMLElement, day: string) => {
  const locale = document.documentElement.lang
  const accounts = element('div', 'static-demo-accounts')
  accounts.append(
    element('span', '', say(texts.enterAs)),
    ...demoAccounts.map(it => accountButton(it, locale)),
  )
  const about = element('p', '', `${say(texts.about)} `)
  about.append(element('span', 'static-demo-day', `${say(texts.since)} ${day}`))
  bar.setAttribute('aria-label', say(texts.bar))
  bar.replaceChildren(about, accounts)
}

/** Says above every page what this is; on the sign-in page it offers the accounts too. */
export const showBar = (day: string) => {
  const bar = element('aside', 'static-demo')
  document.body.prepend(bar)
  draw(bar, day)
  new MutationObserver(() => draw(bar, day)).observe(document.documentElement, { attributeFilter: ['lang'] })
}
