import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useState } from 'react'

import { signIn, signOut } from '../../../providers/authProvider.ts'
import { answerRenewal, type UserInfo } from '../../../providers/session.ts'
import { refusalSentence } from './sentences.ts'

const textIn = (form: HTMLFormElement, name: string) => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** The account is asked for again: the session only knows the name. Somebody else's session starts anew. */
export const SignInAgain = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const attempt = async (form: HTMLFormElement) => {
    const signed = await signIn({
      userType: user.userType,
      account: textIn(form, 'account'),
      password: textIn(form, 'password'),
      isRemembered: false,
    })
    if (signed.id !== user.id) return location.reload()
    answerRenewal(true)
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsBusy(true)
    attempt(event.currentTarget)
      .catch(refusal => setError(refusalSentence(refusal, true)))
      .finally(() => setIsBusy(false))
  }
  const giveUp = () => {
    answerRenewal(false)
    onClose()
  }
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="sign-in-again">
      <form onSubmit={submit}>
        <DialogTitle id="sign-in-again">登录超时,请重新登录</DialogTitle>
        <DialogContent>
          <p style={{ marginTop: 0 }}>登录后继续刚才的操作,页面上的内容不会丢失。</p>
          <FormControl fullWidth sx={{ mb: 2 }}>
            <InputLabel htmlFor="again-account">{user.userType === 1 ? '账号' : '手机号'}</InputLabel>
            {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog moves the focus in any case: here to where one types */}
            <OutlinedInput id="again-account" name="account" autoComplete="username" autoFocus />
          </FormControl>
          <FormControl fullWidth error={error !== ''}>
            <InputLabel htmlFor="again-password">密码</InputLabel>
            <OutlinedInput
              id="again-password"
              name="password"
              type="password"
              autoComplete="current-password"
              slotProps={{ input: { 'aria-describedby': 'again-error' } }}
            />
          </FormControl>
          <p id="again-error" role="alert" style={{ margin: '6px 0 0', color: 'var(--bad)', minHeight: 22 }}>
            {error}
          </p>
        </DialogContent>
        <DialogActions>
          <Button onClick={signOut}>退出登录</Button>
          <Button onClick={giveUp}>暂不登录</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            登录
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
