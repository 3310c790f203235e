import { byId, make, textAt } from './elements.ts'
import { translate } from '../../../resources/kit/translate.ts'

const showLogo = (src: string) => {
  const logo = byId('firm-logo', HTMLImageElement)
  logo.addEventListener('load', () => {
    logo.hidden = false
    document.getElementById('firm-mark')?.toggleAttribute('hidden', true)
  })
  logo.src = src
}

const filing = (text: string, href: string) =>
  href ? make('a', { href, rel: 'noreferrer', target: '_blank' }, text) : make('span', {}, text)

/** As below every other page (layout/Footer.tsx). */
const showFiling = (conf: unknown) => {
  const [icpNo, icpUrl, psbNo, psbUrl, copyright] = filingNames.map(name => textAt(conf, 'icp', name))
  const parts = [
    icpNo && filing(icpNo, icpUrl || 'https://beian.miit.gov.cn/'),
    psbNo && filing(psbNo, psbUrl ?? ''),
    copyright && filing(copyright, ''),
  ]
  byId('sign-in-footer', HTMLElement).replaceChildren(...parts.filter(it => it instanceof HTMLElement))
}
const filingNames = ['icpNo', 'icpUrl', 'psbNo', 'psbUrl', 'copyright']

/** The firm's own pictures for this page. */
const showPictures = (conf: unknown) => {
  const picture = (name: string) => textAt(conf, 'assets', 'imgs', name)
  const letterhead = document.querySelector<HTMLElement>('.letterhead')
  const background = picture('loginBackground')
  if (letterhead && background) {
    letterhead.style.background = `url("${CSS.escape(background)}") center / cover`
    letterhead.classList.add('has-picture')
  }
  const illustration = picture('loginIllustration')
  if (illustration)
    document
      .querySelector('.motto')
      ?.before(make('img', { class: 'illustration', src: illustration, alt: '' }))
  const icon = picture('favicon')
  if (icon) document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
}

/** Shows what of the firm is public: name, logo, ICP number. `conf` is the answer of conf.app. */
export const showFirm = (conf: unknown) => {
  const name = textAt(conf, 'firm', 'name')
  if (name) {
    byId('firm-name', HTMLElement).textContent = name
    document.title = translate('登录 - %{name}', { name })
  }
  // The letterhead is dark in either theme.
  const logo = textAt(conf, 'assets', 'imgs', 'logoDark') || textAt(conf, 'assets', 'imgs', 'logo')
  if (logo) showLogo(logo)
  showFiling(conf)
  showPictures(conf)
}
