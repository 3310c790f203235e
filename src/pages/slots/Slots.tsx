import { z } from 'zod'

import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { type Slot, type SlotGroup, slots } from '../../../resources/settings/slots.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { useFirmId } from '../../session/sessionContext.ts'
import { useCall } from '../../session/useCall.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { UndoableForm } from '../../form/undoable/UndoableForm.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useConf } from '../../settings/useConf.ts'
import { type ChosenValues, type ConfMap, useConfMap } from '../../settings/useConfMap.ts'
import { useIconUsage } from './useIconUsage.ts'
import { SlotTile } from './SlotTile.tsx'

import './slots.css'

/** Drops empty entries: a slot without a picture has its default, which is not stored. */
const withoutEmpty = (chosen: ChosenValues<string> = {}) =>
  Object.fromEntries(Object.entries(chosen).filter(([, url]) => url !== ''))

/** The firm's logo, which the menu shows while the slot has no picture of its own. */
const useFirmLogo = () => useCall('firm.firmInfo', { id: useFirmId() })

const slotsOf = (group: SlotGroup): Readonly<Record<string, Slot>> => slots[group]

const slotMap = (group: SlotGroup, firmLogo: string | null | undefined): ConfMap<string> => ({
  schema: z.string(),
  read: ({ assets }) => {
    const chosen = withoutEmpty(assets[group])
    return group === 'imgs' && chosen['logo'] === firmLogo ? withoutName(chosen, 'logo') : chosen
  },
  toPatch: chosen => ({ assets: { [group]: withoutEmpty(chosen) } }),
  describe: (name, _, translate) => translate(slotsOf(group)[name]?.label ?? name),
})

const withoutName = (chosen: ChosenValues<string>, name: string) =>
  Object.fromEntries(Object.entries(chosen).filter(([it]) => it !== name))

type Props = { group: SlotGroup; conf: AppConfiguration; firmLogo: string | null | undefined }

const SlotEditor = ({ group, conf, firmLogo }: Props) => {
  const form = useConfMap(conf, slotMap(group, firmLogo))
  const { mine, changedNames, change, replace } = form
  const usageOf = useIconUsage(conf)
  return (
    <UndoableForm form={form}>
      <ul className="plain-list slots">
        {Object.entries(slotsOf(group)).map(([name, slot]) => (
          <SlotTile
            key={name}
            name={name}
            slot={slot}
            usage={group === 'commonIcons' ? usageOf(name) : []}
            group={group}
            picture={mine[name] ?? null}
            defaultUrl={name === 'logo' ? (firmLogo ?? null) : null}
            isChanged={changedNames.includes(name)}
            onChange={url => (url === null ? replace(withoutName(mine, name)) : change({ [name]: url }))}
          />
        ))}
      </ul>
    </UndoableForm>
  )
}

const SlotPage = ({ group }: { group: SlotGroup }) => {
  const conf = useConf()
  const firm = useFirmLogo()
  const query = {
    data: conf.data && firm.data ? { conf: conf.data, firmLogo: firm.data.logo } : undefined,
    error: conf.error ?? firm.error,
    refetch: () => Promise.all([conf.refetch(), firm.refetch()]),
  }
  return (
    <>
      <ChangeLogButton filter={{ module: 11, targetType: 'appConf' }} />
      <Loaded query={query} loading={<FormSkeleton />}>
        {data => <SlotEditor key={group} group={group} {...data} />}
      </Loaded>
    </>
  )
}

/** Page 通用图片. */
export const CommonImages = () => <SlotPage group="commonImgs" />
/** Page 后台图片. */
export const Images = () => <SlotPage group="imgs" />
/** Page 通用图标. */
export const CommonIcons = () => <SlotPage group="commonIcons" />
