import { commonIcons } from '../domain/icons.ts'
import type { PictureFrame } from '../kit/index.ts'

/** A slot for one picture of the firm's own. */
export type Slot = {
  label: string
  /** The places where the picture is shown. */
  used: string
  frame: PictureFrame
  /** Background on which the picture is shown, independent of the theme of the page where it is chosen. */
  ground?: 'light' | 'dark'
  /** Recommended size in pixels. */
  size: string
}

const portrait = { ratio: [4, 5], minWidth: 600, minHeight: 750 } as const
const wide = { ratio: [16, 9], minWidth: 960 } as const
const square = { ratio: [1, 1], minWidth: 200 } as const
const background = (number: number) =>
  ({
    label: `名片背景${number}`,
    used: '名片页背景可选',
    frame: { ratio: [5, 3], minWidth: 750 },
    size: '1125×675',
  }) as const

/** 通用图片: pictures that the mini-program shows in place of missing ones. */
const commonImgs = {
  avatarMale: { label: '男律师头像', used: '没有上传头像的名片', frame: portrait, size: '800×1000' },
  avatarFemale: { label: '女律师头像', used: '没有上传头像的名片', frame: portrait, size: '800×1000' },
  avatarDefault: { label: '默认头像', used: '未填性别的名片', frame: portrait, size: '800×1000' },
  articleCover: { label: '文章封面', used: '没有封面的动态和文章', frame: wide, size: '1280×720' },
  videoCover: { label: '视频封面', used: '没有封面的视频', frame: wide, size: '1280×720' },
  caseCover: { label: '案例封面', used: '没有封面的案例', frame: wide, size: '1280×720' },
  officeCover: { label: '律所封面', used: '没有封面的律所', frame: wide, size: '1280×720' },
  cardBackground1: background(1),
  cardBackground2: background(2),
  cardBackground3: background(3),
  cardBackground4: background(4),
  cardBackground5: background(5),
  emptyList: { label: '列表为空', used: '没有内容的列表', frame: square, size: '400×400' },
  emptySearch: { label: '搜索无结果', used: '搜索页', frame: square, size: '400×400' },
  networkError: { label: '网络异常', used: '加载失败的页面', frame: square, size: '400×400' },
  shareDefault: {
    label: '默认分享封面',
    used: '没有封面的转发',
    frame: { ratio: [5, 4], minWidth: 500, minHeight: 400 },
    size: '1000×800',
  },
} as const satisfies Record<string, Slot>

/** 后台图片: pictures of the back-office. */
const imgs = {
  logo: {
    label: '标志',
    used: '后台菜单顶部、登录页',
    frame: { minHeight: 48 },
    ground: 'light',
    size: '高 96，透明底 PNG',
  },
  logoCollapsed: { label: '收起时的标志', used: '菜单收起时', frame: square, size: '200×200' },
  logoDark: {
    label: '深色界面的标志',
    used: '深色界面的菜单顶部、登录页',
    frame: { minHeight: 48 },
    ground: 'dark',
    size: '高 96，透明底 PNG',
  },
  favicon: { label: '网页图标', used: '浏览器标签', frame: { ratio: [1, 1], minWidth: 64 }, size: '256×256' },
  loginBackground: {
    label: '登录页背景',
    used: '登录页',
    frame: { ratio: [16, 10], minWidth: 1280 },
    size: '1920×1200',
  },
  loginIllustration: { label: '登录页插图', used: '登录页左侧', frame: square, size: '800×800' },
  notFound: { label: '找不到页面', used: '网址不存在时', frame: square, size: '400×400' },
  noPermission: { label: '没有权限', used: '没有权限的页面', frame: square, size: '400×400' },
  browserHint: { label: '浏览器提示', used: '建议更换浏览器的横幅', frame: square, size: '96×96' },
} as const satisfies Record<string, Slot>

const iconFrame = { ratio: [1, 1], minWidth: 48 } as const
const iconSlot = (name: string, label: string): Slot => ({
  label,
  used: name.startsWith('tab') ? '小程序底部导航' : '名片与按钮',
  frame: iconFrame,
  size: '81×81，透明底 PNG',
})

/** All slots of pictures in the application configuration. */
export const slots = {
  imgs,
  commonImgs,
  commonIcons: Object.fromEntries(
    Object.entries(commonIcons).map(([name, label]) => [name, iconSlot(name, label)]),
  ),
} satisfies Record<string, Readonly<Record<string, Slot>>>
export type SlotGroup = keyof typeof slots
