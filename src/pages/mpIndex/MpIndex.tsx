import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { settings } from '../../../resources/settings/index.ts'
import { mpIndex } from '../../../resources/settings/mpIndex.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { Pills } from '../../ui/Pills.tsx'
import { type MiniHomeContent, homeScreen } from '../../preview/screens/MiniHome.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import { officialAccountAt, useMpName, useOfficialAccount } from '../../preview/phone/useMiniProgram.ts'
import { useSamples } from '../../preview/phone/useSamples.ts'
import { MiniProgramPart } from '../../settings/MiniProgramPart.tsx'
import { SettingPage } from '../../settings/SettingPage.tsx'

const partOptions = [
  ['home', '首页内容'],
  ['name', '名称与标识'],
] as const

const HomePreview = ({ home }: { home: MiniHomeContent }) => {
  const samples = useSamples()
  const name = useMpName()
  const account = useOfficialAccount()
  return (
    <PhonePreview
      screen={look =>
        homeScreen(name, { home, samples, look, official: officialAccountAt(account, 'home', look) })
      }
    />
  )
}

const renderPreview = (values: Readonly<Record<string, unknown>>) => <HomePreview home={values} />

/** Page 小程序首页: the home page of the mini-program, and its name. */
export const MpIndex = () => {
  const translate = useTranslate()
  const [part, setPart] = useState<(typeof partOptions)[number][0]>('home')
  return (
    <>
      <Pills
        aria-label={translate('设置内容')}
        className="setting-parts"
        options={partOptions}
        value={part}
        onChange={setPart}
      />
      {part === 'home' ? (
        <MiniProgramPart part="index" {...mpIndex} {...mpInitial.index} preview={renderPreview} />
      ) : (
        <SettingPage setting={settings.mpName} />
      )}
    </>
  )
}
