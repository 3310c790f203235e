import { bootstrapCalls } from '../../../../providers/bootstrapCalls.ts'
import { firmId, send } from '../../../../providers/request.ts'
import { linkButton } from '../doorParts.ts'
import { make, textAt } from '../elements.ts'
import { localized, translate } from '../../../../resources/kit/translate.ts'

const show = async (title: string, html: string) => {
  const { cleanHtml } = await import('../../../fields/cleanHtml.ts')
  const close = make('button', { type: 'submit', class: 'primary' }, translate('返回注册'))
  const text = make('div', { class: 'agreement-text', tabindex: '0' })
  text.innerHTML = cleanHtml(html, 'basic')
  const dialog = make(
    'dialog',
    { class: 'agreement', 'aria-label': title },
    make('h2', {}, title),
    text,
    make('form', { method: 'dialog' }, close),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

const titles = localized({ agreement: '用户协议', privacy: '隐私政策' } as const)

/** The consent, with whatever texts the firm has written for it. */
export const consentField = () => {
  const control = make('input', { type: 'checkbox', id: 'consent', 'aria-describedby': 'consent-error' })
  const error = make('p', { class: 'field-wrong', id: 'consent-error', hidden: true })
  const label = make(
    'label',
    { for: 'consent' },
    translate('我同意律所为开通账号、审核和展示名片使用以上信息'),
  )
  const text = make('div', {}, label)
  const row = make('div', { class: 'consent' }, make('div', { class: 'consent-line' }, control, text), error)
  const setError = (sentence: string) => {
    error.textContent = sentence
    error.hidden = sentence === ''
    if (sentence) control.setAttribute('aria-invalid', 'true')
    else control.removeAttribute('aria-invalid')
  }
  control.addEventListener('change', () => setError(''))
  const offerTexts = (firm: unknown) => {
    const links = (['agreement', 'privacy'] as const).flatMap(name => {
      const html = textAt(firm, name)
      return html
        ? [
            linkButton(
              translate('《%{title}》', { title: titles[name] }),
              () => void show(titles[name], html),
            ),
          ]
        : []
    })
    if (links.length === 0) return
    label.textContent = translate('我已阅读并同意')
    label.after(...links)
  }
  // A firm without texts, or a back-end that does not tell them: the sentence stands by itself.
  send(bootstrapCalls.firmInfo, { id: firmId }).then(offerTexts, () => {})
  return { row, control, setError }
}
