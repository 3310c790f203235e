import { z } from 'zod'

import { useCall } from '../../../providers/useCall.ts'
import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { type Slot, type SlotGroup, slots } from '../../../resources/settings/slots.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { useFirmId } from '../../shell/sessionContext.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { UndoableForm } from '../../form/UndoableForm.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useConf } from '../../settings/useConf.ts'
import { type ChosenValues, type ConfMap, useConfMap } from '../../settings/useConfMap.ts'
import { useIconUsage } from './useIconUsage.ts'
import { SlotTile } from './SlotTile.tsx'

import './slots.css'

/** Without a picture of its own a slot has its default, which is not stored. */
const given = (chosen: ChosenValues<string> = {}) =>
  Object.fromEntries(Object.entries(chosen).filter(([, url]) => url !== ''))

/** The menu shows the firm's own logo until the slot has another: that one is no choice made here. */
const useFirmLogo = () => useCall('firm.firmInfo', { id: useFirmId() })

const slotsOf = (group: SlotGroup): Readonly<Record<string, Slot>> => slots[group]

const mapOf = (group: SlotGroup, firmLogo: string | null | undefined): ConfMap<string> => ({
  schema: z.string(),
  read: ({ assets }) => {
    const chosen = given(assets[group])
    return group === 'imgs' && chosen['logo'] === firmLogo ? without(chosen, 'logo') : chosen
  },
  toPatch: chosen => ({ assets: { [group]: given(chosen) } }),
  describe: (name, _, translate) => translate(slotsOf(group)[name]?.label ?? name),
})

const without = (chosen: ChosenValues<string>, name: string) =>
  Object.fromEntries(Object.entries(chosen).filter(([it]) => it !== name))

type Props = { group: SlotGroup; conf: AppConfiguration; firmLogo: string | null | undefined }

const Editor = ({ group, conf, firmLogo }: Props) => {
  const form = useConfMap(conf, mapOf(group, firmLogo))
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
            standard={name === 'logo' ? (firmLogo ?? null) : null}
            isChanged={changedNames.includes(name)}
            onChange={url => (url === null ? replace(without(mine, name)) : change({ [name]: url }))}
          />
        ))}
      </ul>
    </UndoableForm>
  )
}

const Page = ({ group }: { group: SlotGroup }) => {
  const conf = useConf()
  const firm = useFirmLogo()
  const query = {
    data: conf.data && firm.data ? { conf: conf.data, firmLogo: firm.data.logo } : undefined,
    error: conf.error ?? firm.error,
    refetch: () => Promise.all([conf.refetch(), firm.refetch()]),
  }
  return (
    <>
      <ChangeLogButton filter={{ module: 11 }} />
      <Loaded query={query} loading={<FormSkeleton />}>
        {data => <Editor key={group} group={group} {...data} />}
      </Loaded>
    </>
  )
}

/** 通用图片. */
export const CommonImages = () => <Page group="commonImgs" />
/** 后台图片. */
export const Images = () => <Page group="imgs" />
/** 通用图标. */
export const CommonIcons = () => <Page group="commonIcons" />
