import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'

export const UserPasswd = () => {
  const [oldPassword, setOld] = useState('')
  const [newPassword, setNew] = useState('')
  const [told, setTold] = useState('')
  const save = () =>
    call('session.password', { oldPassword, newPassword }).then(
      () => setTold('密码已修改'),
      error => setTold(sentenceOf(error)),
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        原密码
        <input type="password" value={oldPassword} onChange={({ target }) => setOld(target.value)} />
      </label>
      <label>
        新密码
        <input type="password" value={newPassword} onChange={({ target }) => setNew(target.value)} />
      </label>
      <button type="submit">保存</button>
      <p role="status">{told}</p>
    </form>
  )
}
