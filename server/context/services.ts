import type { LogTargetName } from '../../resources/domain/logTargets.ts'
import type { SmsSource, StorageInUse } from '../../resources/settings/system.ts'
import type { VisitKind } from '../../resources/cards/visits.ts'

/**
 * External services, each with an embedded default and a real adapter. None of them may be used inside a
 * transaction.
 */
export type Services = {
  sms: {
    /** The sender of text messages: the provider in 系统配置, or the one that SMS_PROVIDER names instead. */
    source: SmsSource
    /** Whether text messages of this template can be sent with the firm's settings. */
    isOn(settings: SmsSettings, template: SmsTemplate): boolean
    /**
     * Waits for the provider, up to 8 seconds; throws `ProviderError` with the provider's reason, or 5030
     * without a provider.
     */
    deliver(settings: SmsSettings, message: SmsMessage): Promise<void>
  }
  /** Mirrors of messages, outside of the product: mails and the firm's 企业微信 group robot. */
  mirrors: {
    /** Whether the environment names a mail server. */
    isMailOn: boolean
    /** Waits for the mail server, up to 20 seconds; throws where it does not accept the mail. */
    mail(message: Mail): Promise<void>
    /** Connects to the mail server and signs in; throws where it refuses. */
    checkMail(): Promise<void>
    /** Posts a text to the group; throws `ProviderError` where the robot does not accept it. */
    robot(address: string, text: string): Promise<void>
    /** The address that people type, without a slash at the end; absent where the environment names none. */
    origin: string | undefined
    /** The path of the client, without a slash at the end. */
    basePath: string
  }
  /** Messages of the firm's application in 企业微信; both functions wait for it, up to 10 seconds. */
  wecomApp: {
    /** The account of the member with this mobile; null where 企业微信 knows none. Throws `ProviderError`. */
    member(settings: WecomSettings, mobile: string): Promise<string | null>
    /** Sends a message to one member; throws `ProviderError` where 企业微信 does not accept it. */
    send(settings: WecomSettings, member: string, message: WecomMessage): Promise<void>
  }
  /** The firm's directory (通讯录); both functions wait for it, `read` up to two minutes. They throw `ProviderError`. */
  directory: {
    /** Everybody and every department that the application may see. Throws rather than answering a part. */
    read(settings: DirectorySettings, signal?: AbortSignal): Promise<Directory>
    /** Whether the directory lets the application read its departments. */
    check(settings: DirectorySettings): Promise<void>
  }
  /** Deliveries of events to the addresses that firms choose (事件推送). */
  webhooks: {
    /** Why nothing is sent to this address, as the message of its field; null if it is. */
    refusalOf(url: string): string | null
    /** Sends one signed request, up to 10 seconds; throws without an answer. The answer is cut to 1 kB. */
    post(
      request: WebhookRequest,
      now: Date,
      signal?: AbortSignal,
    ): Promise<{ status: number; answer: string }>
  }
  /** Where the log is forwarded to; empty unless the environment names a target. */
  logTargets: Readonly<Partial<Record<LogTargetName, LogTarget>>>
  wechat: {
    isOn(settings: WechatSettings): boolean
    /** The reason why WeChat refuses these settings or cannot be reached; null where it accepts them. */
    refusalOf(settings: WechatSettings): Promise<string | null>
    /** 小程序码: a picture, `width` pixels wide, that opens the mini-program's page with `scene`; throws 5030. */
    code(settings: WechatSettings, scene: string, width: number): Promise<Picture>
  }
  /** The firm's 公众号: what it has published. Each function waits for WeChat, and throws `ProviderError` or 5030. */
  official: {
    /** Messages without their texts, the latest first; up to 20 of them. */
    published(settings: AppSettings, page: { from: number; most: number }): Promise<PublishedMessages>
    /** The articles of one message, in their order. */
    articles(settings: AppSettings, messageId: string): Promise<OfficialArticle[]>
    /** The bytes of a picture of an article; null where it is not one of WeChat's, or cannot be had. */
    picture(address: string): Promise<Uint8Array | null>
  }
  /** The firm's identity providers; both functions wait for the provider, up to 16 seconds. */
  signOn: {
    /** The provider's address to which the browser is sent; throws 5030. */
    address(settings: SignOnSettings, start: SignOnStart): Promise<string>
    /**
     * Whom the provider names for the code with which it has led the browser back; null where it names nobody
     * by what the firm has chosen. Throws `ProviderError`, or 5030 where the provider cannot be reached.
     */
    identity(settings: SignOnSettings, answer: SignOnAnswer): Promise<SignOnIdentity | null>
    /** Whether the provider answers with these settings, as far as it says so before a sign-in; throws `ProviderError`. */
    check(settings: SignOnSettings): Promise<void>
  }
  translation: {
    /** Whether the server's environment names a translation service. */
    isOn: boolean
    /** English for each Chinese text, in the same order; waits up to 25 seconds and throws 5030. */
    translate(
      texts: readonly string[],
      glossary: readonly { chinese: string; english: string }[],
    ): Promise<string[]>
  }
  installation: {
    /** Whether this is a demo that is emptied each hour. */
    isDemoReset: boolean
    /** Facts about the installation that are not in its database. */
    facts(): Promise<InstallationFacts>
    /**
     * Months for which the log (unless the firm sets its own period), messages and revisions are kept; null
     * keeps them forever.
     */
    logMonths: number | null
    messageMonths: number | null
    revisionMonths: number | null
    /** Stores rows that are about to be deleted from a firm's log as lines of text on the disk. */
    archiveLog(firmId: number, name: string, lines: string): Promise<void>
  }
  /** Visits of public cards, which are stored every few seconds (services/visits). */
  visits: VisitQueue
  captcha: { create(codeId: string): Promise<{ answer: string; image: string }> }
  storage: {
    /** The kind of storage that the environment selects for files. */
    inUse: StorageInUse
    /** Receives bytes as a stream, without a final name yet; the caller must discard them in any case. */
    stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedFile>
    /** The part of an interrupted upload that has arrived; empty once it has expired. */
    partial(name: string): PartialFile
    open(path: string): Promise<StoredFile | null>
    remove(path: string): Promise<void>
  }
}

/** A visit that is to be counted. Its address is in memory only, for the seconds until it is. */
export type Visit = {
  firmId: number
  cardId: number
  kind: VisitKind
  at: Date
  ip: string
  /** The `User-Agent` of the browser. */
  device: string
}

/** Visits that wait in memory to be counted together. */
export type VisitQueue = {
  note(visit: Visit): void
  /** Takes all that wait. */
  take(): Visit[]
}

export type WebhookRequest = {
  url: string
  /** The same whenever this event is sent to this address. */
  id: string
  /** The key of the signature, `whsec_` and base64. */
  secret: string
  body: string
}
/** Consecutive rows of a firm's log, one line of JSON each. */
export type LogPortion = { firmId: number; from: number; to: number; lines: string }
export type LogTarget = {
  /** The address as the operator reads it; it contains no secret. */
  address: string
  /** Resolves once the target has stored the rows; waits up to 10 seconds and throws otherwise. */
  send(portion: LogPortion, signal?: AbortSignal): Promise<void>
}

/** An OpenID Connect provider, from 系统配置. */
export type OpenIdSettings = {
  way: 'openId'
  issuer: string
  clientId: string
  secret: string
  /** What a person is found by: a verified mobile or e-mail address, or the claim `claim`. */
  match: 'mobile' | 'email' | 'account'
  claim: string
}
/** 企业微信登录, from 系统配置. */
export type WecomSettings = {
  way: 'wecom'
  corpId: string
  agentId: string
  secret: string
  /** Whether people are found by the account of 企业微信 where it names no mobile. */
  matchesAccount: boolean
}
export type SignOnSettings = OpenIdSettings | WecomSettings

/** 通讯录同步, from 系统配置. */
export type DirectorySettings = { provider: 'wecom' | 'feishu' | 'dingtalk'; appId: string; secret: string }
/** A person as a directory names him; a text that the directory does not give is empty. */
export type DirectoryMember = {
  externalId: string
  name: string
  mobile: string
  email: string
  employeeNo: string
  /** The department to which the person belongs first; null where the directory names none. */
  departmentId: string | null
}
export type DirectoryDepartment = { name: string; parentId: string | null }
export type Directory = {
  members: readonly DirectoryMember[]
  departments: ReadonlyMap<string, DirectoryDepartment>
}

export type SignOnRequest = {
  /** The address to which the provider leads back. */
  page: string
  state: string
  /** Secrets that bind the provider's code and its answer to this sign-in. */
  nonce: string
  verifier: string
}
/** `isInApp`: the page is shown by the app of 企业微信. */
export type SignOnStart = SignOnRequest & { isInApp: boolean }
export type SignOnAnswer = SignOnRequest & { code: string; iss: string | undefined }

/** What a provider vouches for. */
export type SignOnIdentity = { by: 'mobile' | 'email' | 'account'; value: string }

/** A message in 企业微信, which is shortened to what its card shows. */
export type WecomMessage = {
  /** The name of the firm. */
  source: string
  title: string
  text: string
  /** The page that the message opens. */
  link: string
  /** Names and values below the text; the first six are shown. */
  lines: readonly { name: string; value: string }[]
  /** Unique for the application: letters, digits and `_-@`. Pressed buttons are reported with it. */
  taskId: string
  /** Buttons; one with a key is reported, one with a link opens it. None makes a plain message. */
  buttons: readonly ({ text: string; isMain?: true } & ({ key: string } | { link: string }))[]
}

export type Mail = {
  to: string
  subject: string
  text: string
  /** Unique for this mail, and the same when it is sent again. */
  id: string
}

export type InstallationFacts = {
  release: string
  disk: { freeBytes: number; sizeBytes: number }
  lastBackup: BackupNote | null
  /** The time of the last anchor, which records the end of a log outside the database. */
  lastAnchorAt: string | null
}

export type BackupNote = {
  at: string
  file: string
  /**
   * How the backup was verified: restored into a database, or read to its end; absent for a backup made by
   * hand.
   */
  check?: 'restored' | 'read' | undefined
}

type Picture = { bytes: Buffer; mime: 'image/png' | 'image/jpeg' }

export type StagedFile = {
  size: number
  bytes(): Promise<Uint8Array>
  /** Stores the bytes under the name that the server chose; refuses to overwrite. */
  keep(path: string): Promise<void>
  discard(): Promise<void>
}

type PartialFile = {
  /** The number of bytes that have arrived. */
  size(): Promise<number>
  /**
   * Appends bytes after the first `from` ones and answers the new size; bytes that arrived are kept when the
   * rest does not arrive.
   */
  write(from: number, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** The first `length` bytes. */
  head(length: number): Promise<Uint8Array>
} & Pick<StagedFile, 'keep' | 'discard'>

type StoredFile = {
  size: number
  mime: string
  /** The bytes of an inclusive range. */
  bytes(from: number, to: number): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** The content of a text message. Providers in China send approved templates, not free text. */
export type SmsMessage = {
  mobile: string
  /** The message in words; each provider has its own wording of the template. */
  text: string
  template: SmsTemplate
  /** The template's only variable: the code or the initial password. */
  value: string
}

export type SmsTemplate = 'code' | 'initialPassword'

/** 短信服务 of a firm, from 系统配置. */
export type SmsSettings = {
  provider: '' | 'aliyun' | 'tencent'
  sign: string
  keyId: string
  secret: string
  /** Tencent's SmsSdkAppId. */
  appId: string
  templates: Partial<Record<SmsTemplate, string>>
}

/** An application at WeChat, from 系统配置. */
export type AppSettings = { appId: string; secret: string }

type PublishedMessages = {
  /** The number of all messages. */
  total: number
  messages: { id: string; updatedAt: Date; articles: Omit<OfficialArticle, 'content'>[] }[]
}

/** An article of a message of a 公众号, as WeChat answers it. */
export type OfficialArticle = {
  title: string
  author: string
  digest: string
  /** HTML as WeChat answers it, which has to be sanitised. */
  content: string
  /** The address of the public page. */
  url: string
  /** The address of the cover; empty without one. */
  cover: string
  isDeleted: boolean
}

/** 微信小程序 of a firm, from 系统配置. */
export type WechatSettings = {
  appId: string
  secret: string
  /** The mini-program's page that shows a card. */
  page: string
}
