import { type NewMessage, notify, type Receivers, type Sender } from './notify.ts'

const request: NewMessage = {
  type: 6,
  title: '请确认名片信息',
  content: '请核对您的名片是否仍然准确。没有变化的，在“我的名片”中按“确认无误”；有变化的，请修改后提交。',
  link: '/app/user/dashboard',
}

/** Asks lawyers to confirm their published cards. */
export const notifyConfirmationDue = (sender: Sender, to: Receivers) => notify(sender, request, to)
