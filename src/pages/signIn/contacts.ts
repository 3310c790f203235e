import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { send } from '../../../providers/request.ts'
import { make, textAt } from './elements.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { pictureCode } from './pictureCode.ts'
import { stepForm } from './stepForm.ts'
import { translate } from '../../../resources/kit/translate.ts'

import './door.css'

const phoneOf = (phone: string) =>
  phone ? make('a', { href: `tel:${phone.replaceAll(/[^\d+]/g, '')}` }, phone) : make('span', {}, '')

const rowOf = (contact: unknown) =>
  make(
    'li',
    {},
    make('strong', {}, textAt(contact, 'name')),
    make('span', {}, textAt(contact, 'officeName')),
    make('span', {}, translate('手机 %{text}', { text: textAt(contact, 'mobileMasked') })),
    phoneOf(textAt(contact, 'phone')),
  )

/** Whom to ask: the contacts of the main office, against a picture captcha, so that nobody collects them. */
export const showContacts = (place: HTMLElement) => {
  const list = make('ul', { class: 'contacts', role: 'status' })
  const picture = pictureCode('contact-picture', 'login', error =>
    picture.setError(signInErrorMessage(error, true)),
  )
  const { form } = stepForm({
    fields: { code: picture },
    content: [picture.row],
    label: translate('查看联系人'),
    onSubmit: async () => {
      if (!picture.answer().code) return { code: translate('请输入图片中的验证码') }
      try {
        const found = await send(bootstrapCalls.contacts, picture.answer())
        const contacts: readonly unknown[] = Array.isArray(found) ? found : []
        form.hidden = true
        list.replaceChildren(...contacts.map(rowOf))
        if (contacts.length === 0)
          list.append(make('li', {}, translate('律所没有公开的联系人，请在律所当面联系')))
      } catch (error) {
        await picture.renew()
        return { code: signInErrorMessage(error, true) }
      }
    },
  })
  place.append(form, list)
  picture
    .renew()
    .catch((error: unknown) => list.replaceChildren(make('li', {}, signInErrorMessage(error, true))))
}
