import { type AnyRecord, inputSchema } from '../../../resources/kit/index.ts'
import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { cardMenu } from '../../../resources/settings/cardMenu.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import type { CardButton } from '../../preview/parts/CardButtons.tsx'
import { cardScreen } from '../../preview/screens/MiniCard.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import { useMiniProgram, useMpName } from '../../preview/phone/useMiniProgram.ts'
import { useSampleCard } from '../../preview/phone/useSampleCard.ts'
import { useSamples } from '../../preview/phone/useSamples.ts'
import type { Send } from '../../form/undoable/intent.ts'
import { SettingForm } from '../../settings/SettingForm.tsx'
import { useConf, useUpdateConf } from '../../settings/useConf.ts'

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

const renderPreview = (values: Readonly<Record<string, unknown>>) => (
  <MenuPreview buttons={Array.isArray(values['cardMenu']) ? values['cardMenu'] : []} />
)

/** Stored buttons, followed by buttons that were added to the product later. */
const cardMenuRecord = ({ cardMenu: stored = [], version = 0 }: AppConfiguration): AnyRecord => {
  const missing = cardMenu.initial.cardMenu.filter(({ key }) => !stored.some(it => it.key === key))
  const rest = stored.length === 0 ? missing : missing.map(it => ({ ...it, enabled: 0 }))
  return { id: 1, cardMenu: [...stored, ...rest], version }
}

/** Page 名片按钮: which buttons a card has, where, and in which order. */
export const CardMenu = () => {
  const updateConf = useUpdateConf()
  const send: Send = async ({ cardMenu: list }, base) => {
    const buttons = inputSchema(cardMenu.fields).parse({ cardMenu: list }).cardMenu
    const buttonsToSave = buttons.map(button => ({ ...button, icon: button.icon ?? '' }))
    return cardMenuRecord(await updateConf({ cardMenu: buttonsToSave }, Number(base?.['version'])))
  }
  return (
    <Loaded query={useConf()} loading={<FormSkeleton />}>
      {conf => (
        <SettingForm
          {...cardMenu}
          record={cardMenuRecord(conf)}
          mayEdit
          send={send}
          log={{ module: 11, targetType: 'appConf' }}
          preview={renderPreview}
        />
      )}
    </Loaded>
  )
}
