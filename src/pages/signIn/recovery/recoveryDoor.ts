import { doorOf } from '../doorParts.ts'
import type { Door } from '../doors.ts'
import { byQuestion, type Wanted } from './byQuestion.ts'
import { bySms } from './bySms.ts'

/** 找回密码: by a code to the mobile; by the security question where the firm offers it. What was chosen goes along. */
export const recoveryDoor: Door = entrance => {
  const { section, show } = doorOf()
  const start = (wanted: Wanted) => bySms(entrance, show, wanted, it => byQuestion(entrance, show, it, start))
  start({ userType: entrance.population, account: entrance.account })
  return section
}
