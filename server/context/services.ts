import type { SmsSource, StorageInUse } from '../../resources/settings/system.ts'

/** What the server needs from outside, none of it inside of a transaction, each with an embedded default and a real adapter. */
export type Services = {
  sms: {
    /** Who sends: the provider of 系统配置, or what the environment says instead of it (SMS_PROVIDER). */
    source: SmsSource
    /** Whether a firm with these settings has anything to send with. */
    isOn(settings: SmsSettings, template: SmsTemplate): boolean
    /** Waits for the provider, up to 8 s; throws `ProviderError` with what it said, or 5030 where there is none. */
    deliver(settings: SmsSettings, message: SmsMessage): Promise<void>
  }
  wechat: {
    isOn(settings: WechatSettings): boolean
    /** What WeChat has against these settings, or why it cannot be reached; null where it accepts them. */
    refusalOf(settings: WechatSettings): Promise<string | null>
    /** 小程序码, a picture of `width` pixels that opens the mini-program's page with `scene`; throws 5030. */
    code(settings: WechatSettings, scene: string, width: number): Promise<Picture>
  }
  installation: {
    /** What is known of the installation without its database. */
    facts(): Promise<InstallationFacts>
    /** For how many months the log of a firm that says nothing else, and messages, are kept; null: for ever. */
    logMonths: number | null
    messageMonths: number | null
    revisionMonths: number | null
    /** Keeps rows of a firm's log that are removed after their time, as lines of text, on the disk. */
    archiveLog(firmId: number, name: string, lines: string): Promise<void>
  }
  captcha: { create(codeId: string): Promise<{ answer: string; image: string }> }
  storage: {
    /** Where the environment says that files are kept. */
    inUse: StorageInUse
    /** Takes bytes in as they come, under no name yet; whoever stages has to discard. */
    stage(pieces: AsyncIterable<Uint8Array>): Promise<Staged>
    /** What has arrived so far of an upload that may break off and go on; nothing where that is long ago. */
    partial(name: string): PartialFile
    open(path: string): Promise<StoredFile | null>
    remove(path: string): Promise<void>
  }
}

export type InstallationFacts = {
  release: string
  disk: { freeBytes: number; sizeBytes: number }
  lastBackup: BackupNote | null
  /** When the end of a log was last written down outside of the database. */
  lastAnchorAt: string | null
}

export type BackupNote = {
  at: string
  file: string
  /** How the backup was checked: restored into a database, or read to its end; absent where it was made by hand. */
  check?: 'restored' | 'read' | undefined
}

type Picture = { bytes: Buffer; mime: 'image/png' | 'image/jpeg' }

export type Staged = {
  size: number
  bytes(): Promise<Uint8Array>
  /** Gives them the name that the server chose; refuses to overwrite. */
  keep(path: string): Promise<void>
  discard(): Promise<void>
}

type PartialFile = {
  /** How many bytes are there. */
  size(): Promise<number>
  /** Puts further ones behind these many, and answers how many are there; those that came stay when the rest does not. */
  write(from: number, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** So many of the first bytes. */
  head(length: number): Promise<Uint8Array>
} & Pick<Staged, 'keep' | 'discard'>

type StoredFile = {
  size: number
  mime: string
  /** From one byte to another, both included. */
  bytes(from: number, to: number): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** What a text message is made from: providers in China send approved templates, not free text. */
export type SmsMessage = {
  mobile: string
  /** What a person would read; the providers have wording of their own for each template. */
  text: string
  template: SmsTemplate
  /** The template's one variable: the code or the initial password. */
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

/** 微信小程序 of a firm, from 系统配置. */
export type WechatSettings = {
  appId: string
  secret: string
  /** The mini-program's page that shows a card. */
  page: string
}
