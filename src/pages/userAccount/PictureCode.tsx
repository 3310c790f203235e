import { useId } from 'react'

import { call } from '../../../providers/call.ts'
import { text } from '../../../resources/kit/index.ts'
import { FieldFrame } from '../../fields/FieldFrame.tsx'

export type Picture = { codeId: string; image: string; code: string }

const field = text('图形验证码', { max: 10 })

type Props = { picture: Picture; onChange: (picture: Picture) => void }

/** Shown when the server wants to know that a person asks. */
export const PictureCode = ({ picture, onChange }: Props) => {
  const id = useId()
  const renew = async () => onChange({ ...(await call('session.code', { scene: 'forgot' })), code: '' })
  return (
    <FieldFrame id={id} field={field} error={undefined}>
      <div className="sms-code">
        <input
          id={id}
          className="control"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={10}
          value={picture.code}
          onChange={({ target }) => onChange({ ...picture, code: target.value })}
        />
        <button
          type="button"
          className="button picture-code"
          aria-label="看不清,换一张"
          onClick={() => void renew().catch(() => {})}
        >
          <img src={picture.image} alt="图形验证码" />
        </button>
      </div>
    </FieldFrame>
  )
}
