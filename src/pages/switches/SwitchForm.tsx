import { useTranslate } from 'ra-core'
import { type ReactNode, useId, useMemo } from 'react'
import { z } from 'zod'

import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { Switch } from '../../ui/Switch.tsx'
import { Button } from '../../ui/Button.tsx'
import { UndoableForm } from '../../form/undoable/UndoableForm.tsx'
import { type ChosenValues, type ConfMap, useConfMap } from '../../settings/useConfMap.ts'

import type { Translate } from '../../../resources/kit/translate.ts'
import './switches.css'

export type SwitchEntry = {
  name: string
  label: string
  /** Role that sees the entry. */
  visibleTo?: string
  /** Whether it cannot be switched off. */
  isLocked?: boolean
  children: readonly SwitchEntry[]
}

type Preset = { label: string; hint: string; isOn: (name: string) => boolean }

type Props = {
  conf: AppConfiguration
  map: Pick<ConfMap<boolean>, 'read' | 'toPatch'>
  /** A section without a title shows each entry with the switches inside it. */
  sections: readonly { title?: string; entries: readonly SwitchEntry[] }[]
  presets: readonly Preset[]
  /** Describes the effect of saving. */
  consequence: (
    before: ChosenValues<boolean>,
    after: ChosenValues<boolean>,
    translate: Translate,
  ) => ReactNode
  /** Content beside the switches. */
  aside?: (chosen: ChosenValues<boolean>) => ReactNode
}

type RowProps = {
  entry: SwitchEntry
  chosen: ChosenValues<boolean>
  changed: readonly string[]
  onChange: (name: string, isOn: boolean) => void
}

const SwitchLine = ({ entry, chosen, changed, onChange }: RowProps) => {
  const translate = useTranslate()
  const id = useId()
  const { name, label, visibleTo, isLocked = false } = entry
  return (
    <div className={changed.includes(name) ? 'switch-line is-changed' : 'switch-line'}>
      <label htmlFor={id}>
        {translate(label)}
        {visibleTo && (
          <small className="caption" id={`${id}-hint`}>
            {translate('%{value}可见', { value: translate(visibleTo) })}
          </small>
        )}
      </label>
      {isLocked && <small className="caption">{translate('始终开启')}</small>}
      <Switch
        id={id}
        aria-describedby={visibleTo && `${id}-hint`}
        isOn={isLocked || chosen[name] === true}
        isDisabled={isLocked}
        onChange={isOn => onChange(name, isOn)}
      />
    </div>
  )
}

/** Switches inside an entry; hidden while the entry is off, but their state is kept. */
const ChildSwitches = (props: RowProps) => {
  const translate = useTranslate()
  const { entry, chosen } = props
  if (entry.children.length === 0) return null
  if (!entry.isLocked && chosen[entry.name] !== true)
    return (
      <p className="caption switch-hidden">
        {translate('已隐藏其下 %{count} 项，重新开启后恢复各自的设置。', {
          count: withInner(entry.children).length,
        })}
      </p>
    )
  return (
    <ul className="plain-list switch-inside">
      {entry.children.map(child => (
        <li key={child.name}>
          <SwitchLine {...props} entry={child} />
          <ChildSwitches {...props} entry={child} />
        </li>
      ))}
    </ul>
  )
}

const SwitchBranch = (props: RowProps) => (
  <section className="switch-branch panel" aria-label={useTranslate()(props.entry.label)}>
    <SwitchLine {...props} />
    <ChildSwitches {...props} />
  </section>
)

/** A titled group of independent switches. */
const SwitchGroup = ({
  title,
  entries,
  ...rows
}: Omit<RowProps, 'entry'> & { title: string; entries: readonly SwitchEntry[] }) => (
  <section className="switch-branch panel" aria-label={title}>
    <h2 className="section-title">{title}</h2>
    <ul className="plain-list">
      {entries.map(entry => (
        <li key={entry.name}>
          <SwitchLine {...rows} entry={entry} />
          <ChildSwitches {...rows} entry={entry} />
        </li>
      ))}
    </ul>
  </section>
)

/** The entries, each followed by all that are inside it. */
const withInner = (entries: readonly SwitchEntry[]): SwitchEntry[] =>
  entries.flatMap(entry => [entry, ...withInner(entry.children)])

const labelByName = (entries: readonly SwitchEntry[]) =>
  new Map(withInner(entries).map(({ name, label }) => [name, label]))

/** Form with switches in groups, presets, undo, and a description of the effect. */
export const SwitchForm = ({ conf, map, sections, presets, consequence, aside }: Props) => {
  const translate = useTranslate()
  const entries = sections.flatMap(it => it.entries)
  const labels = useMemo(() => labelByName(sections.flatMap(it => it.entries)), [sections])
  const form = useConfMap(conf, {
    ...map,
    schema: z.boolean(),
    describe: (name, isOn) => {
      const label = translate(labels.get(name) ?? name)
      return isOn ? translate('开启%{label}', { label }) : translate('关闭%{label}', { label })
    },
  })
  const { mine, loaded, changedNames, change } = form
  const rows = {
    chosen: mine,
    changed: changedNames,
    onChange: (name: string, isOn: boolean) => change({ [name]: isOn }),
  }
  const all = withInner(entries)
  const apply = ({ isOn }: Preset) =>
    change(Object.fromEntries(all.filter(it => !it.isLocked).map(({ name }) => [name, isOn(name)])))
  return (
    <UndoableForm
      className={aside ? 'switches has-aside' : 'switches'}
      form={form}
      consequence={changedNames.length > 0 && consequence(loaded, mine, translate)}
      aside={aside?.(mine)}
    >
      <div className="switch-presets cluster" role="group" aria-label={translate('预设')}>
        <span className="secondary">{translate('预设')}</span>
        {presets.map(preset => (
          <Button key={preset.label} title={translate(preset.hint)} onClick={() => apply(preset)}>
            {translate(preset.label)}
          </Button>
        ))}
      </div>
      <div className="switch-branches">
        {sections.map(({ title, entries: inside }) =>
          title ? (
            <SwitchGroup key={title} {...rows} title={translate(title)} entries={inside} />
          ) : (
            inside.map(entry => <SwitchBranch key={entry.name} {...rows} entry={entry} />)
          ),
        )}
      </div>
    </UndoableForm>
  )
}
