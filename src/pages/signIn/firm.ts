import { byId, textAt } from './elements.ts'

const showLogo = (src: string) => {
  const logo = byId('firm-logo', HTMLImageElement)
  logo.addEventListener('load', () => {
    logo.hidden = false
    document.getElementById('firm-mark')?.toggleAttribute('hidden', true)
  })
  logo.src = src
}

const showIcp = (icpNo: string) => {
  const link = document.createElement('a')
  link.href = 'https://beian.miit.gov.cn/'
  link.rel = 'noreferrer'
  link.target = '_blank'
  link.textContent = icpNo
  byId('sign-in-footer', HTMLElement).replaceChildren(link)
}

/** Shows what of the firm is public: name, logo, ICP number. `conf` is the answer of conf.app. */
export const showFirm = (conf: unknown) => {
  const name = textAt(conf, 'firm', 'name')
  if (name) {
    byId('firm-name', HTMLElement).textContent = name
    document.title = `登录 - ${name}`
  }
  // The letterhead is dark in either theme.
  const logo = textAt(conf, 'assets', 'imgs', 'logoDark') || textAt(conf, 'assets', 'imgs', 'logo')
  if (logo) showLogo(logo)
  const icpNo = textAt(conf, 'icp', 'icpNo')
  if (icpNo) showIcp(icpNo)
}
