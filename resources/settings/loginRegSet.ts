import { applicantFields, defaultRegisterFields, registerFieldNames } from '../domain/applicant.ts'
import {
  date,
  defineSetting,
  integer,
  multiSelect,
  optional,
  richText,
  rows,
  select,
  text,
  toggle,
  type RecordValues,
} from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  passwordLogin: toggle('密码登录'),
  smsLogin: toggle('短信登录'),
  wechatLogin: toggle('微信登录'),
  register: toggle('允许自主注册'),
  registerFields: optional(
    rows(
      '注册字段',
      {
        field: select(
          '字段',
          registerFieldNames.map(it => [it, applicantFields[it].label] as const),
        ),
        required: toggle('必填'),
      },
      { max: 5 },
    ),
  ),
  mobileWhitelistOnly: toggle('仅限预录手机号'),
  questionRecovery: toggle('密保问题找回'),
  pwdMinLength: integer('密码最短长度', { min: 10, max: 64, hint: '不能少于10位' }),
  captcha: select('图形验证码', [
    ['auto', '自动'],
    ['always', '总是'],
  ]),
  lockTimes: integer('锁定前可错次数', { min: 3, max: 10 }),
  lockMinutes: integer('锁定分钟', { min: 5, max: 60 }),
  idleMinutes: integer('无操作退出（分钟）', { min: 0, max: 720, hint: '0为不启用，否则30至720' }),
  singleSession: toggle('单设备登录'),
  factorLevels: optional(
    multiSelect('必须两步验证的人员', [
      [1, '总所主管理员'],
      [2, '总所子管理员'],
      [3, '分所主管理员'],
      [4, '分所子管理员'],
      [0, '律师'],
    ]),
  ),
  agreement: optional(richText('用户协议', { max: 20_000 })),
  privacy: optional(richText('隐私政策', { max: 20_000 })),
  agreementVersion: text('协议版本', {
    max: 20,
    hint: '更换版本后，所有人下次打开后台时须重新阅读并同意；只改内容、不换版本，不会再次询问',
  }),
  agreementDate: optional(date('协议生效日期')),
  initialPwdMode: select('初始密码', [
    [1, '随机生成并显示一次'],
    [2, '短信发送'],
  ]),
}

const errors = (values: RecordValues<typeof fields>) => ({
  ...(values.passwordLogin === 0 &&
    values.smsLogin === 0 && { passwordLogin: '密码登录和短信登录至少开启一项，否则律师不能登录后台' }),
  ...(values.idleMinutes > 0 && values.idleMinutes < 30 && { idleMinutes: '请填0（不启用）或30至720' }),
})

/** 律师登录 (docs/domain.md §6.6). 注册免审码 has calls of its own (system.ts); 记住登录 is fixed at 7 days. */
export const loginRegSet = defineSetting({
  ...operationSetting,
  name: 'loginRegSet',
  label: '律师登录',
  path: '/firmConf/loginRegSet',
  // The page also shows the registration code, below the switch for registration.
  route: settingRoute('conf.loginReg', '/app/conf/login-and-register', { page: 'loginReg' }),
  fields,
  errors,
  form: {
    登录方式: ['passwordLogin', 'smsLogin', 'wechatLogin', 'captcha', 'questionRecovery'],
    自主注册: ['register', 'registerFields', 'mobileWhitelistOnly'],
    密码与会话: [
      'pwdMinLength',
      'initialPwdMode',
      'lockTimes',
      'lockMinutes',
      'idleMinutes',
      'singleSession',
      'factorLevels',
    ],
    协议: ['agreement', 'privacy', 'agreementVersion', 'agreementDate'],
  },
  initial: {
    passwordLogin: 1,
    smsLogin: 1,
    wechatLogin: 0,
    register: 1,
    registerFields: defaultRegisterFields,
    mobileWhitelistOnly: 0,
    questionRecovery: 0,
    pwdMinLength: 10,
    captcha: 'auto',
    lockTimes: 5,
    lockMinutes: 15,
    idleMinutes: 0,
    singleSession: 0,
    agreementVersion: '1',
    initialPwdMode: 1,
  },
})
