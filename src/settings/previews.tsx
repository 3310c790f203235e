import { useTranslate } from 'ra-core'
import { type ComponentType, useState } from 'react'

import { cards } from '../../resources/cards/index.ts'
import { mpCard } from '../../resources/settings/mpCard.ts'
import { useSession } from '../session/sessionContext.ts'
import { useCall } from '../session/useCall.ts'
import { Pills } from '../ui/Pills.tsx'
import { useNameReadings } from '../fields/text/useNameReadings.ts'
import { cardScreen } from '../preview/screens/MiniCard.tsx'
import { cardFormScreen } from '../preview/screens/MiniCardForm.tsx'
import { homeScreen } from '../preview/screens/MiniHome.tsx'
import { loginScreen } from '../preview/screens/MiniLogin.tsx'
import { peopleScreen } from '../preview/screens/MiniPeople.tsx'
import { searchScreen } from '../preview/screens/MiniSearch.tsx'
import { PhonePreview } from '../preview/phone/PhonePreview.tsx'
import { shareScreen } from '../preview/screens/ShareChat.tsx'
import {
  officialAccountAt,
  useMiniProgram,
  useMpName,
  useOfficialAccount,
} from '../preview/phone/useMiniProgram.ts'
import { useSampleCard } from '../preview/phone/useSampleCard.ts'
import { useSamples } from '../preview/phone/useSamples.ts'
import { type Translate } from '../../resources/kit/translate.ts'
import type { previewedSettings } from './previewedSettings.ts'

type Props = { values: Readonly<Record<string, unknown>> }

const pageOptions = [
  ['home', '首页'],
  ['card', '名片页'],
] as const

const QrcodePreview = ({ values }: Props) => {
  const translate = useTranslate()
  const [pageName, setPageName] = useState<'home' | 'card'>('home')
  const samples = useSamples()
  const { index, card: page } = useMiniProgram()
  const name = useMpName()
  const { cardMenu = [] } = useSession().conf
  const card = useSampleCard(samples, 'CN')
  return (
    <PhonePreview
      tools={
        <Pills aria-label={translate('页面')} options={pageOptions} value={pageName} onChange={setPageName} />
      }
      screen={look => {
        const official = officialAccountAt(values, pageName, look)
        if (pageName === 'card')
          return cardScreen(name, {
            card: { ...card, language: look.language },
            page,
            buttons: cardMenu,
            official,
            look,
          })
        const modules = index.modules.map(it =>
          it.key === 'officialAccount' ? { ...it, enabled: official ? 1 : 0 } : it,
        )
        return homeScreen(name, { home: { ...index, modules }, samples, look, official })
      }}
    />
  )
}

const MpNamePreview = ({ values }: Props) => {
  const samples = useSamples()
  const { index } = useMiniProgram()
  const account = useOfficialAccount()
  return (
    <PhonePreview
      screen={look =>
        homeScreen(String((look.language === 'EN' && values['mpNameEn']) || values['mpName'] || ''), {
          home: index,
          samples,
          look,
          official: officialAccountAt(account, 'home', look),
        })
      }
    />
  )
}

const LoginPreview = ({ values }: Props) => {
  const samples = useSamples()
  return <PhonePreview screen={look => loginScreen({ login: values, samples, look })} />
}

const SearchPreview = ({ values }: Props) => {
  const samples = useSamples()
  return <PhonePreview screen={look => searchScreen({ search: values, samples, look })} />
}

const usePositionLevels = () => {
  const { data } = useCall('positions.post', {}, { retry: false })
  return new Map(data?.map(({ postCode, postLevel }) => [postCode, postLevel]))
}

const SortPreview = ({ values }: Props) => {
  const samples = useSamples()
  const levels = usePositionLevels()
  const names = useNameReadings()
  const rules = Array.isArray(values['rules']) ? values['rules'] : []
  return (
    <PhonePreview
      screen={look => peopleScreen({ rules, groupBy: values['groupBy'], levels, samples, look, names })}
    />
  )
}

const policyLabels = Object.entries(mpCard.fields.policy.fields)

const ReviewPreview = ({ values }: Props) => {
  const { card } = useMiniProgram()
  const levels: Readonly<Record<string, 1 | 2 | 3 | undefined>> = { ...card.policy }
  const fields = policyLabels
    .filter(([name]) => name in cards.fields)
    .map(([name, { label }]) => ({ name, label, level: levels[name] ?? 1 }))
  return <PhonePreview screen={look => cardFormScreen({ review: values, fields, look })} />
}

const SharePreview = ({ values }: Props) => {
  const samples = useSamples()
  const name = useMpName()
  return <PhonePreview screen={look => shareScreen({ share: values, name, samples, look })} />
}

const filingText = (values: Props['values'], translate: Translate) =>
  values['showInMp'] === 1
    ? [
        values['copyright'],
        values['mpIcpNo'] || values['icpNo'],
        values['psbNo'] && translate('公安备案 %{value}', { value: String(values['psbNo']) }),
      ]
        .filter(Boolean)
        .join(' · ')
    : ''

const IcpPreview = ({ values }: Props) => {
  const translate = useTranslate()
  const samples = useSamples()
  const { index } = useMiniProgram()
  const name = useMpName()
  // Shows only the end of the page, where the filing number is.
  const home = {
    ...index,
    banners: [],
    nav: [],
    modules: index.modules.filter(it => it.key === 'footer' || it.key === 'contact'),
  }
  return (
    <PhonePreview
      screen={look =>
        homeScreen(name, { home, samples, look, official: undefined, filing: filingText(values, translate) })
      }
    />
  )
}

/** Preview of each setting in the mini-program. */
const previewOfSetting: Record<(typeof previewedSettings)[number], ComponentType<Props>> = {
  qrcode: QrcodePreview,
  mpName: MpNamePreview,
  loginRegSet: LoginPreview,
  searchSet: SearchPreview,
  sortSet: SortPreview,
  cardReview: ReviewPreview,
  shareCover: SharePreview,
  icpSet: IcpPreview,
}

const previewByName: Readonly<Record<string, ComponentType<Props> | undefined>> = previewOfSetting
export const previewOf = (name: string) => previewByName[name]
