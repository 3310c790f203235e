import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { call } from '../../../providers/call.ts'
import { LanguageTabs } from '../../card/LanguageTabs.tsx'
import { type Language, type OwnCards, useLanguage, useOwnCards } from '../../card/useOwnCards.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { useShell } from '../../layout/shell.ts'
import { Spinner } from '../../layout/Spinner.tsx'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import { ErrorState } from '../../views/states.tsx'
import { OwnCardForm } from './OwnCardForm.tsx'

import '../../actions/actions.css'
import '../../views/views.css'
import './userCard.css'

const languages = ['CN', 'EN'] as const satisfies readonly Language[]

/** A lawyer without a card starts from his account. */
const useAccount = (isNeeded: boolean) => {
  const { id } = useShell().self
  return useQuery({
    queryKey: ['lawyers', 'self', id],
    queryFn: ({ signal }) => call('lawyers.lawyerInfo', { id }, { signal }),
    enabled: isNeeded,
    retry: false,
  })
}

type Account = NonNullable<ReturnType<typeof useAccount>['data']>

const initialFrom = (
  account: Account | undefined,
  language: Language,
  other: OwnCards[Language],
): Record<string, unknown> => {
  if (other && language === 'EN') {
    const { avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility } = other
    const name = account?.nameEn ?? ''
    return { name, avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility }
  }
  const { name, nameEn, email, avatar, team, licenseNumber } = account ?? {}
  return { name: language === 'EN' ? nameEn : name, email, avatar, team, licenseNumber }
}

/** Both forms stay: what is typed in one is not lost by a look at the other. */
const Forms = ({ data }: { data: OwnCards }) => {
  const [language, setLanguage] = useLanguage()
  const [changed, setChanged] = useState<Record<Language, number>>({ CN: 0, EN: 0 })
  const [opened, setOpened] = useState<readonly Language[]>([language])
  const account = useAccount(data[language] === null)
  const onChanged = useCallback(
    (of: Language, count: number) =>
      setChanged(known => (known[of] === count ? known : { ...known, [of]: count })),
    [],
  )
  const open = (next: Language) => {
    setOpened(known => (known.includes(next) ? known : [...known, next]))
    setLanguage(next)
  }
  const noteOf = (it: Language) => (changed[it] > 0 ? '未保存' : data[it] === null ? '未创建' : '')
  return (
    <>
      <PageTitle>{language === 'CN' ? '名片信息' : '英文名片信息'}</PageTitle>
      <LanguageTabs language={language} notes={{ CN: noteOf('CN'), EN: noteOf('EN') }} onChange={open} />
      {languages
        .filter(it => opened.includes(it) || it === language)
        .map(it => (
          <div key={it} hidden={it !== language}>
            {data[it] === null && account.isLoading ? (
              <Spinner />
            ) : (
              <OwnCardForm
                language={it}
                card={data[it]}
                initial={initialFrom(account.data, it, data[it === 'CN' ? 'EN' : 'CN'])}
                isShown={it === language}
                onChanged={onChanged}
              />
            )}
          </div>
        ))}
      <LeaveGuard isChanged={changed.CN + changed.EN > 0} onLeave={() => {}} />
    </>
  )
}

/** 名片信息: a lawyer's own card, written on a phone as well as at a desk. */
export const UserCard = () => {
  const { data, error, refetch } = useOwnCards()
  if (data) return <Forms data={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Spinner />
}
