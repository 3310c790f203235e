import { filteredListPath } from '../../resources/kit/filteredListPath.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { notify, type Receivers, type Sender } from './notify.ts'

/** The list of people without the result of the assessed year. */
const listOfMissing = filteredListPath(lawyers, { missing: 'assessment' })

/** Asks lawyers for the result of their assessment; it is recorded by an administrator. */
export const notifyAssessmentDue = (sender: Sender, assessYear: number, to: Receivers) =>
  notify(
    sender,
    {
      type: 6,
      title: '请补交年度考核结果',
      content: `律所还没有登记您${assessYear}年度的考核结果，请尽快把结果交给律所管理员登记。`,
      link: '/app/user/admin',
    },
    to,
  )

/** Tells administrators how many results are missing in their offices. */
export const notifyAssessmentsMissing = (sender: Sender, assessYear: number, count: number, to: Receivers) =>
  notify(
    sender,
    {
      type: 6,
      title: `${count}人还没有登记年度考核结果`,
      content: `${count}人还没有登记${assessYear}年度的考核结果，本人已收到提醒。收到结果后请在人员资料中登记。`,
      link: listOfMissing,
    },
    to,
  )
