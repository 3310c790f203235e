import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { send } from '../../../providers/request.ts'
import { make, textAt } from './elements.ts'
import { inputField } from './formField.ts'
import { translate } from '../../../resources/kit/translate.ts'

/** What a call is sent along with the picture captcha. */
export type PictureAnswer = { codeId: string; code: string }

type Scene = 'login' | 'register' | 'forgot'

/** The picture captcha: hidden until it is asked for, renewed after each use, since it is good for one. */
export const pictureCode = (id: string, scene: Scene, onFailure: (error: unknown) => void) => {
  const picture = make('img', { alt: translate('验证码图片，点击换一张') })
  const button = make('button', { type: 'button', title: translate('换一张') }, picture)
  const { row, control, setError } = inputField(id, translate('图形验证码'), {
    attributes: { autocomplete: 'off', maxlength: '8' },
    beside: { className: 'with-picture', element: button },
  })
  row.hidden = true
  let codeId = ''
  const renew = async () => {
    control.value = ''
    const answer = await send(bootstrapCalls.captcha, { scene })
    codeId = textAt(answer, 'codeId')
    picture.src = textAt(answer, 'image')
    row.hidden = false
  }
  button.addEventListener('click', () => void renew().then(() => control.focus(), onFailure))
  return {
    row,
    control,
    setError,
    renew,
    isShown: () => !row.hidden,
    hide: () => {
      row.hidden = true
    },
    answer: (): PictureAnswer => ({ codeId, code: control.value.trim() }),
  }
}
