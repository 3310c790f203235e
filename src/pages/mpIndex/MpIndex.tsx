import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { settings } from '../../../resources/settings/index.ts'
import { mpIndex } from '../../../resources/settings/mpIndex.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { Pills } from '../../fields/Pills.tsx'
import { type MiniHomeContent, homeScreen } from '../../preview/MiniHome.tsx'
import { PhonePreview } from '../../preview/PhonePreview.tsx'
import { officialOf, useMpName, useOfficialAccount } from '../../preview/useMiniProgram.ts'
import { useSamples } from '../../preview/useSamples.ts'
import { MiniProgramPart } from '../../settings/MiniProgramPart.tsx'
import { SettingPage } from '../../settings/SettingPage.tsx'

const parts = [
  ['home', '首页内容'],
  ['name', '名称与标识'],
] as const

const HomePreview = ({ home }: { home: MiniHomeContent }) => {
  const samples = useSamples()
  const name = useMpName()
  const account = useOfficialAccount()
  return (
    <PhonePreview
      screen={look => homeScreen(name, { home, samples, look, official: officialOf(account, 'home', look) })}
    />
  )
}

const drawHome = (values: Readonly<Record<string, unknown>>) => <HomePreview home={values} />

/** 小程序首页: what stands on it, and beside it the mini-program's name. */
export const MpIndex = () => {
  const translate = useTranslate()
  const [part, setPart] = useState<(typeof parts)[number][0]>('home')
  return (
    <>
      <Pills
        aria-label={translate('设置内容')}
        className="setting-parts"
        options={parts}
        value={part}
        onChange={setPart}
      />
      {part === 'home' ? (
        <MiniProgramPart part="index" {...mpIndex} {...mpInitial.index} preview={drawHome} />
      ) : (
        <SettingPage setting={settings.mpName} />
      )}
    </>
  )
}
