import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { type AnyRecord, inputOf } from '../../../resources/kit/index.ts'
import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { cardMenu } from '../../../resources/settings/cardMenu.ts'
import { FormSkeleton } from '../../layout/FormSkeleton.tsx'
import { Loaded } from '../../loading/Loaded.tsx'
import type { CardButton } from '../../preview/CardButtons.tsx'
import { cardScreen } from '../../preview/MiniCard.tsx'
import { PhonePreview } from '../../preview/PhonePreview.tsx'
import { useMiniProgram, useMpName } from '../../preview/useMiniProgram.ts'
import { useSampleCard } from '../../preview/useSampleCard.ts'
import { useSamples } from '../../preview/useSamples.ts'
import { useSending } from '../../saving/useSending.ts'
import { FieldForm } from '../../views/form/RecordForm.tsx'
import { PreviewAside, PreviewButton } from '../../preview/PreviewAside.tsx'
import { ChangeLogButton, RestoreDefaults } from '../../settings/SettingTools.tsx'
import { useConf, useWriteConf } from '../../settings/useConf.ts'
import { localized } from '../../../resources/kit/translate.ts'

import '../../settings/settings.css'

const MenuPreview = ({ buttons }: { buttons: readonly CardButton[] }) => {
  const samples = useSamples()
  const card = useSampleCard(samples, 'CN')
  const { card: page } = useMiniProgram()
  const name = useMpName()
  return (
    <PhonePreview
      screen={look => cardScreen(name, { card: { ...card, language: look.language }, page, buttons, look })}
    />
  )
}

const draw = (values: Readonly<Record<string, unknown>>) => (
  <MenuPreview buttons={Array.isArray(values['cardMenu']) ? values['cardMenu'] : []} />
)

const names = ['cardMenu'] as const
const sections = localized([{ title: '名片按钮', names }])

/** Buttons that were stored before there was another one get the new one at their end. */
const recordOf = ({ cardMenu: stored = [], version = 0 }: AppConfiguration): AnyRecord => {
  const missing = cardMenu.initial.cardMenu.filter(({ key }) => !stored.some(it => it.key === key))
  const rest = stored.length === 0 ? missing : missing.map(it => ({ ...it, enabled: 0 }))
  return { id: 1, cardMenu: [...stored, ...rest], version }
}

const Editor = ({ conf }: { conf: AppConfiguration }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const write = useWriteConf()
  const [base, setBase] = useState(() => recordOf(conf))
  const saving = useSending(async ({ cardMenu: list }, at) => {
    const buttons = inputOf(cardMenu.fields).parse({ cardMenu: list }).cardMenu
    const written = buttons.map(it => ({ ...it, icon: it.icon ?? '' }))
    return recordOf(await write({ cardMenu: written }, Number(at?.['version'])))
  })
  const tools = useMemo(
    () => (
      <>
        <PreviewButton>{draw}</PreviewButton>
        <RestoreDefaults initial={cardMenu.initial} names={names} />
      </>
    ),
    [],
  )
  return (
    <FieldForm
      key={String(base['version'])}
      {...saving}
      base={base}
      sections={sections}
      fields={cardMenu.fields}
      onSaved={saved => {
        notify(translate('已保存'), { type: 'success' })
        setBase(saved)
      }}
      tools={tools}
      aside={<PreviewAside>{draw}</PreviewAside>}
    />
  )
}

/** 名片按钮: which buttons a card has, where, and in which order. */
export const CardMenu = () => (
  <>
    <ChangeLogButton of={{ module: 11 }} />
    <Loaded query={useConf()} loading={<FormSkeleton />}>
      {conf => <Editor conf={conf} />}
    </Loaded>
  </>
)
