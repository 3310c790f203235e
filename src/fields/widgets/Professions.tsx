import { useQuery } from '@tanstack/react-query'

import { call } from '../../../providers/call.ts'
import type { CellProps } from '../cells.tsx'
import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../LazyComboBox.tsx'
import { described, type InputProps, useField } from '../useField.ts'

type Profession = { type: 'official' | 'self'; id: number }
type Named = { id: number; name: string }

const keyOf = ({ type, id }: Profession) => `${type}-${id}`
const professionOf = (key: string | number): Profession => {
  const [type, id] = String(key).split('-')
  return { type: type === 'self' ? 'self' : 'official', id: Number(id) }
}

/** The official fields that the firm uses, and its own. */
const useProfessions = () => {
  const { data, isPending } = useQuery({
    queryKey: ['professions', 'both'],
    queryFn: async ({ signal }) => {
      const [official, own] = await Promise.all([
        call('officialProfessions.list', {}, { signal }),
        call('professions.wxList', {}, { signal }),
      ])
      const choiceOf = (type: Profession['type'], note: string) => (it: Named) => ({
        id: keyOf({ type, id: it.id }),
        name: it.name,
        note,
      })
      return [...official.map(choiceOf('official', '标准')), ...own.map(choiceOf('self', '本所'))]
    },
  })
  const nameOf = (it: Profession) =>
    data?.find(({ id }) => id === keyOf(it))?.name ?? (isPending ? '…' : `#${it.id}`)
  return { choices: data ?? [], isLoading: isPending, nameOf }
}

export const ProfessionsCell = ({ value }: CellProps<'custom'>) => {
  const { nameOf } = useProfessions()
  const text = (value as Profession[]).map(nameOf).join('、')
  return (
    <span className="cell-line" title={text}>
      {text}
    </span>
  )
}

const most = 6

/** Up to six; the first is the main one, and any other can take its place. */
export const ProfessionsInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<Profession[]>(source)
  const { choices, isLoading, nameOf } = useProfessions()
  const chosen = value ?? []
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      aside={
        <span className="field-counter">
          {chosen.length}/{most}
        </span>
      }
    >
      <LazyComboBox
        id={id}
        choices={chosen.length < most ? choices : []}
        isLoading={isLoading}
        value={chosen.map(it => ({ id: keyOf(it), name: nameOf(it) }))}
        isMultiple
        isDisabled={isDisabled}
        onChange={next => onChange(next.map(it => professionOf(it.id)))}
        onBlur={onBlur}
        inputRef={ref}
        described={described(id, { error, field })}
      />
      {chosen.length > 1 && (
        <p className="field-hint">
          主要领域:{nameOf(chosen[0]!)}。改为
          {chosen.slice(1).map(it => (
            <button
              key={keyOf(it)}
              type="button"
              className="button button-link"
              disabled={isDisabled}
              onClick={() => onChange([it, ...chosen.filter(other => other !== it)])}
            >
              {nameOf(it)}
            </button>
          ))}
        </p>
      )}
    </FieldFrame>
  )
}
