import { z } from 'zod'

import type { DirectorySettings, WecomSettings } from '../../../context/services.ts'
import { answerWith, createWecomInterface, type Endpoints, isBusy, wecomRefusal } from '../wecom.ts'
import { answerLimits, createCollection, forEachOf, halfAnswer, type Reading } from './reading.ts'

// The directory of 企业微信 (developer.work.weixin.qq.com/document): 获取部门列表 (path/90208), 获取部门成员详情 (path/90201) and,
// to find out whether that was all, 获取部门成员 (path/90200). An application that was created after 20 June 2022 gets no
// mobile and no mail; the secret of 通讯录同步 may not call these any more since 15 August 2022.

const text = z.string().max(2_000).catch('')
const departmentAnswer = answerWith({
  department: z
    .array(z.object({ id: z.int(), name: text.default(''), parentid: z.int().optional() }))
    .optional(),
})
const member = z.object({
  userid: z.string().min(1).max(64),
  name: text.default(''),
  department: z.array(z.int()).catch([]),
  main_department: z.int().optional().catch(undefined),
  mobile: text.default(''),
  email: text.default(''),
  biz_mail: text.default(''),
  /** 5: has left the corporation. */
  status: z.int().optional().catch(undefined),
})
const memberAnswer = answerWith({ userlist: z.array(member).optional() })
const idAnswer = answerWith({ userlist: z.array(z.object({ userid: z.string() })).optional() })

const settingsOf = ({ appId, secret }: DirectorySettings): WecomSettings => ({
  way: 'wecom',
  corpId: appId,
  agentId: '',
  secret,
  matchesAccount: false,
})

export const wecomDirectory = (endpoints: Endpoints) => {
  const { ask } = createWecomInterface(endpoints, answerLimits)

  /** The answer of a call; throws the reason of a refusal. */
  const askFor = async <T extends { errcode: number; errmsg: string }>(
    reading: Reading,
    question: () => Promise<T>,
  ) => {
    const answer = await reading.patiently(question, isBusy)
    if (answer.errcode !== 0) throw wecomRefusal(answer)
    return answer
  }

  const departmentsFor = async (settings: WecomSettings, reading: Reading) => {
    const { department } = await askFor(reading, () => ask(settings, 'department/list', {}, departmentAnswer))
    if (!department) throw halfAnswer('没有部门列表')
    return department
  }

  return {
    check: async (settings: DirectorySettings, reading: Reading) => {
      await departmentsFor(settingsOf(settings), reading)
    },
    read: async (given: DirectorySettings, reading: Reading) => {
      const settings = settingsOf(given)
      const collection = createCollection()
      const departments = await departmentsFor(settings, reading)
      for (const { id, name, parentid } of departments)
        collection.addDepartment(String(id), { name, parentId: parentid ? String(parentid) : null })
      await forEachOf(departments, async ({ id, name }) => {
        const query = { department_id: String(id) }
        const { userlist } = await askFor(reading, () => ask(settings, 'user/list', query, memberAnswer))
        const { userlist: ids } = await askFor(reading, () =>
          ask(settings, 'user/simplelist', query, idAnswer),
        )
        const listed = new Set(userlist?.map(it => it.userid))
        if (!userlist || !ids || ids.length !== listed.size || ids.some(it => !listed.has(it.userid)))
          throw halfAnswer(`部门“${name}”（${id}）的成员数不一致`)
        for (const it of userlist) {
          if (it.status === 5) continue
          const departmentId = it.main_department || it.department[0]
          collection.addMember({
            externalId: it.userid,
            name: it.name,
            mobile: it.mobile,
            email: it.biz_mail || it.email,
            employeeNo: '',
            departmentId: departmentId ? String(departmentId) : String(id),
          })
        }
      })
      return collection.finish()
    },
  }
}
