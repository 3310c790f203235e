import { doorOf } from '../doorParts.ts'
import type { Door } from '../doors.ts'
import { byQuestion } from './byQuestion.ts'
import { bySms } from './bySms.ts'

/** 找回密码: by a code to the mobile; by the security question where the firm offers it. */
export const recoveryDoor: Door = entrance => {
  const { section, show } = doorOf()
  const start = () => bySms(entrance, show, () => byQuestion(entrance, show, start))
  start()
  return section
}
