import { keysOf } from '../../../resources/kit/index.ts'
import { miniProgramSwitches, type MiniProgramSwitch } from '../../../resources/settings/app.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { type MiniHomeContent, homeScreen } from '../../preview/screens/MiniHome.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import {
  officialAccountAt,
  useMiniProgram,
  useMpName,
  useOfficialAccount,
} from '../../preview/phone/useMiniProgram.ts'
import { useSamples } from '../../preview/phone/useSamples.ts'
import { useHasRoomForPreview } from '../../preview/phone/PreviewAside.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useConf } from '../../settings/useConf.ts'
import type { ChosenValues, ConfMap } from '../../settings/useConfMap.ts'
import { type Translate } from '../../../resources/kit/translate.ts'
import { type SwitchEntry, SwitchForm } from './SwitchForm.tsx'

const switchNames = keysOf(miniProgramSwitches)

const switchEntry = (name: MiniProgramSwitch): SwitchEntry => ({
  name,
  label: miniProgramSwitches[name][0],
  children: [],
})

/** Switches by section; none contains others. */
const sections = [
  {
    title: '首页与栏目',
    entries: (
      [
        'home',
        'officeList',
        'lawyerList',
        'search',
        'professionFilter',
        'trend',
        'article',
        'case',
        'video',
        'follow',
      ] as const
    ).map(switchEntry),
  },
  {
    title: '名片',
    entries: (['saveContact', 'wechatQr', 'map', 'share', 'poster', 'consult', 'stat'] as const).map(
      switchEntry,
    ),
  },
  {
    title: '律师与访客',
    entries: (['selfEdit', 'register', 'visitorLogin', 'english'] as const).map(switchEntry),
  },
]

const essentialNames: readonly string[] = [
  'home',
  'officeList',
  'lawyerList',
  'search',
  'saveContact',
  'share',
  'selfEdit',
]
const presets = [
  {
    label: '标准',
    hint: '所有功能按默认开关',
    isOn: (name: string) => switchNames.some(it => it === name && miniProgramSwitches[it][1] === 1),
  },
  { label: '精简', hint: '只留列表、搜索与名片', isOn: (name: string) => essentialNames.includes(name) },
  { label: '全部', hint: '开启所有功能', isOn: () => true },
]

const switchMap: Pick<ConfMap<boolean>, 'read' | 'toPatch'> = {
  read: ({ mpFuncSwitch }) =>
    Object.fromEntries(
      switchNames.map(name => [name, Boolean(mpFuncSwitch?.global[name] ?? miniProgramSwitches[name][1])]),
    ),
  toPatch: chosen => ({
    mpFuncSwitch: { global: Object.fromEntries(switchNames.map(name => [name, chosen[name] ? 1 : 0])) },
  }),
}

const consequenceText = (
  before: ChosenValues<boolean>,
  after: ChosenValues<boolean>,
  translate: Translate,
) => {
  const changedLabels = (from: ChosenValues<boolean>, to: ChosenValues<boolean>) =>
    switchNames.filter(name => from[name] && !to[name]).map(name => translate(miniProgramSwitches[name][0]))
  const [off, on] = [changedLabels(before, after), changedLabels(after, before)]
  const labels = { off: off.join(translate('、')), on: on.join(translate('、')) }
  if (on.length === 0) return translate('保存后小程序将不再提供%{off}，所有访客和律师随即受到影响。', labels)
  return off.length === 0
    ? translate('保存后小程序将开始提供%{on}，所有访客和律师随即受到影响。', labels)
    : translate('保存后小程序将不再提供%{off}，开始提供%{on}，所有访客和律师随即受到影响。', labels)
}

/** The switch that controls each module of the home page. */
const switchOfModule: Partial<Record<string, MiniProgramSwitch>> = {
  professions: 'professionFilter',
  lawyers: 'lawyerList',
  offices: 'officeList',
  trend: 'trend',
  article: 'article',
  case: 'case',
  video: 'video',
  contact: 'map',
  officialAccount: 'follow',
}

const SwitchPreview = ({ chosen }: { chosen: ChosenValues<boolean> }) => {
  const samples = useSamples()
  const { index } = useMiniProgram()
  const name = useMpName()
  const account = useOfficialAccount()
  const isBeside = useHasRoomForPreview()
  if (!isBeside) return null
  const home: MiniHomeContent = {
    ...index,
    modules: index.modules.filter(it => chosen[switchOfModule[it.key] ?? 'home'] !== false),
  }
  return (
    <div className="form-preview">
      <PhonePreview
        screen={look =>
          homeScreen(name, { home, samples, look, official: officialAccountAt(account, 'home', look) })
        }
      />
    </div>
  )
}

/** Page 小程序功能开关. */
export const MpSwitches = () => (
  <>
    <ChangeLogButton filter={{ module: 11, targetType: 'appConf' }} />
    <Loaded query={useConf()} loading={<FormSkeleton />}>
      {conf => (
        <SwitchForm
          conf={conf}
          map={switchMap}
          sections={sections}
          presets={presets}
          consequence={consequenceText}
          aside={chosen => <SwitchPreview chosen={chosen} />}
        />
      )}
    </Loaded>
  </>
)
