import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'

type PendingEntry = { key: string; label: string; isSending: boolean }

type Props = { entries: readonly PendingEntry[]; onUndo: (key: string) => void }

/** Decisions that have not been sent yet and can be undone. */
export const PendingList = ({ entries, onUndo }: Props) => {
  const translate = useTranslate()
  if (entries.length === 0) return null
  return (
    <section className="desk-pending" aria-label={translate('可撤销的决定')}>
      <ul className="plain-list">
        {entries.map(({ key, label, isSending }) => (
          <li key={key} className={isSending ? 'is-sending' : undefined}>
            <span>{label}</span>
            {isSending ? (
              <span className="caption">{translate('正在提交…')}</span>
            ) : (
              <Button
                look="quiet"
                aria-label={translate('撤销：%{label}', { label })}
                onClick={() => onUndo(key)}
              >
                {translate('撤销')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
