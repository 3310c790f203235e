import { useTranslate } from 'ra-core'
import { type ComponentProps, type ReactNode, useId } from 'react'

type PillProps = ComponentProps<'input'> & { type: 'radio' | 'checkbox' }

/** One choice; radio buttons of one `name` are a group, within which the arrow keys move. */
export const Pill = ({ children, ...input }: PillProps) => (
  <label className="pill">
    <input {...input} />
    {children}
  </label>
)

type Props<T> = {
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  /** Shown above the options; without it, `aria-label` names the group. */
  legend?: ReactNode
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
}

/** Radio buttons in the form of pills; their labels are translated here. */
export const Pills = <T extends string | number | undefined>({
  options,
  value,
  onChange,
  legend,
  className,
  ...aria
}: Props<T>) => {
  const translate = useTranslate()
  const name = useId()
  return (
    <fieldset {...aria} className={className ? `pills ${className}` : 'pills'}>
      {legend && <legend>{legend}</legend>}
      {options.map(([option, label]) => (
        <Pill
          key={label}
          type="radio"
          name={name}
          checked={option === value}
          onChange={() => onChange(option)}
        >
          <span>{translate(label)}</span>
        </Pill>
      ))}
    </fieldset>
  )
}
