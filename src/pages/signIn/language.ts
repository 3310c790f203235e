import { changeLocale, keyOf, rememberLocale } from '../../../providers/language.ts'
import { readLocale, translate } from '../../../resources/kit/translate.ts'
import { locales } from '../../../resources/locales/locales.ts'
import { byId, make } from './elements.ts'

const spoken = ['aria-label', 'title', 'placeholder', 'alt']

/** What this page says now, with the key of each text and how to say it anew. */
const textsOf = (root: Element) => {
  const said: { key: string; say: (text: string) => void }[] = []
  const note = (text: string, say: (text: string) => void) => {
    const key = keyOf(text.trim())
    if (key) said.push({ key, say })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node
    note(text.nodeValue ?? '', it => (text.nodeValue = it))
  }
  for (const element of root.querySelectorAll(spoken.map(it => `[${it}]`).join()))
    for (const name of spoken) note(element.getAttribute(name) ?? '', it => element.setAttribute(name, it))
  return said
}

/** In another language, with whatever has been typed; where it is not to be had the page stays as it is. */
export const showLanguage = async (locale: string) => {
  const page = document.querySelector('.sign-in')
  const said = page ? textsOf(page) : []
  await changeLocale(locale, 'entrance')
  for (const { key, say } of said) say(translate(key))
  document.title = document.title.replace(/^[^-]+(?= - )/, translate('登录'))
}

/** The choice of the language, below the form. */
export const setUpLanguage = () => {
  const select = make(
    'select',
    { class: 'language', 'aria-label': 'Language' },
    ...locales.map(({ locale, name }) =>
      make('option', { value: locale, lang: locale, selected: locale === readLocale() }, name),
    ),
  )
  select.addEventListener('change', () => {
    rememberLocale(null, select.value)
    void showLanguage(select.value).catch(() => (select.value = readLocale()))
  })
  byId('sign-in-footer', HTMLElement).before(make('p', { class: 'sign-in-language' }, select))
}
