import { changeLocale, chooseLocale, keyOf } from '../../../providers/language.ts'
import { readLocale, translate } from '../../../resources/kit/translate.ts'

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
  let said: ReturnType<typeof textsOf> = []
  // Not before the texts have come: until then what the page says may change.
  const note = () => void (said = page ? textsOf(page) : [])
  if (!(await changeLocale(locale, 'entrance', note))) return false
  for (const { key, say } of said) say(translate(key))
  const choice = page?.querySelector('select')
  if (choice) choice.value = locale
  document.title = document.title.replace(/^[^-]+(?= - )/, translate('登录'))
  return true
}

/** The choice below the form was made; it is remembered once it shows. */
export const chooseLanguage = async (select: HTMLSelectElement) => {
  const locale = select.value
  try {
    await chooseLocale(null, locale, () => showLanguage(locale))
  } catch {
    select.value = readLocale()
  }
}
