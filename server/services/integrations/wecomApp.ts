import { z } from 'zod'

import { firstCharacters } from '../../../resources/kit/index.ts'
import type { Services, WecomMessage } from '../../context/services.ts'
import { answerWith, createWecomInterface, type Endpoints, wecomRefusal } from './wecom.ts'

// Messages of an application in 企业微信 (developer.work.weixin.qq.com/document/path/90236, template cards; the member of a mobile:
// path/95402). A card with buttons reports a press to the address of the application (routes/decisions).

const memberAnswer = answerWith({ userid: z.string().max(64).optional() })
const sentAnswer = answerWith({ invaliduser: z.string().max(2000).optional() })

/** There is no such member, or none that the application may see. */
const isNobody = ({ errcode }: { errcode: number }) => [46004, 60111].includes(errcode)

/** Lengths that a card shows, and the numbers of lines and buttons. */
const most = { source: 13, title: 26, text: 112, name: 5, value: 26, lines: 6, button: 10 } as const

/** The beginning of a text that is longer than a card shows. */
const shortened = (text: string, length: number) =>
  text.length > length ? `${firstCharacters(text, length - 1)}…` : text

const buttonOf = (button: WecomMessage['buttons'][number]) => ({
  text: shortened(button.text, most.button),
  style: button.isMain ? 1 : 2,
  ...('key' in button ? { type: 0, key: button.key } : { type: 1, url: button.link }),
})

const cardOf = ({ source, title, text, link, lines, taskId, buttons }: WecomMessage) => ({
  card_type: buttons.length > 0 ? 'button_interaction' : 'text_notice',
  source: { desc: shortened(source, most.source) },
  main_title: { title: shortened(title, most.title) },
  sub_title_text: shortened(text, most.text),
  horizontal_content_list: lines.slice(0, most.lines).map(({ name, value }) => ({
    keyname: shortened(name, most.name),
    value: shortened(value, most.value),
  })),
  card_action: { type: 1, url: link },
  task_id: taskId,
  ...(buttons.length > 0 && { button_list: buttons.map(buttonOf) }),
})

export const createWecomApp = (endpoints: Endpoints): Services['wecomApp'] => {
  const { ask } = createWecomInterface(endpoints)
  return {
    member: async (settings, mobile) => {
      const answer = await ask(settings, 'user/getuserid', {}, memberAnswer, { mobile })
      if (isNobody(answer)) return null
      if (answer.errcode !== 0 || !answer.userid) throw wecomRefusal(answer)
      return answer.userid
    },
    send: async (settings, member, message) => {
      const answer = await ask(settings, 'message/send', {}, sentAnswer, {
        touser: member,
        agentid: Number(settings.agentId),
        msgtype: 'template_card',
        template_card: cardOf(message),
      })
      if (answer.errcode !== 0) throw wecomRefusal(answer)
      // A member outside the visible range of the application is named in an answer of success.
      if (answer.invaliduser) throw wecomRefusal({ errcode: 81013, errmsg: '该成员不在应用的可见范围内' })
    },
  }
}
