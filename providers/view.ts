import { sendNamed } from './call.ts'
import {
  appBase,
  forgetView,
  homeOf,
  identityKeyOf,
  leaveFor,
  readUser,
  readView,
  viewKey,
} from './session.ts'
import type { UserInfo } from './session.ts'

/** Opens the product in this tab as another person, with the session of a view. */
export const enterView = ({ token, user }: { token: string; user: UserInfo }) => {
  const viewer = readUser()
  if (!viewer) return
  const returnTo = location.pathname.slice(appBase.length) + location.search
  sessionStorage.setItem(viewKey, JSON.stringify({ token, user, viewer: identityKeyOf(viewer), returnTo }))
  leaveFor(homeOf(user))
}

/** Ends the view of another account, and returns to the own session whether or not the server answers. */
export const leaveView = () => {
  const view = readView()
  if (!view) return
  sendNamed('session.endView', {}, { isLast: true }).catch(() => {})
  forgetView(view)
  leaveFor('/')
}
