import { useStore, useTranslate } from 'ra-core'
import { useCallback, useRef, useState } from 'react'

import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { LanguageTabs } from '../../card/LanguageTabs.tsx'
import { type CardLanguage, type OwnCards, useLanguage, useOwnCards } from '../../card/useOwnCards.ts'
import { PageActions, PageTitle } from '../../shell/pageSlots.tsx'
import { useSession } from '../../shell/sessionContext.ts'
import { useNarrow } from '../../shell/useNarrow.ts'
import { Spinner } from '../../shell/Spinner.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { CompareButton } from './OtherLanguage.tsx'
import { OwnCardForm, type OwnCardHandle } from './OwnCardForm.tsx'

import './userCard.css'

const languages = ['CN', 'EN'] as const satisfies readonly CardLanguage[]

type Account = OutputOf<(typeof lawyers.calls)['lawyerInfo']>

/** A lawyer without a card starts from his account. */
const useAccount = (isNeeded: boolean) => {
  const { id } = useSession().self
  const query = useRecordForPage<Account>('lawyers', isNeeded ? id : undefined, { retry: false })
  // Read again after a failure it is loading once more, and a form that stands must not give way to that.
  return { data: query.data, isAwaited: query.isLoading && !query.isFetched }
}

const initialFrom = (
  account: Account | undefined,
  language: CardLanguage,
  other: OwnCards[CardLanguage],
): Record<string, unknown> => {
  if (other && language === 'EN') {
    const { avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility } = other
    const name = account?.nameEn ?? ''
    return { name, avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility }
  }
  const { name, nameEn, email, avatar, team, licenseNumber } = account ?? {}
  return { name: language === 'EN' ? nameEn : name, email, avatar, team, licenseNumber }
}

/** Both forms as one, for when the page is left. */
const useForms = () => {
  const forms = useRef(new Map<CardLanguage, OwnCardHandle>())
  const onReady = useCallback((of: CardLanguage, form: OwnCardHandle) => void forms.current.set(of, form), [])
  return {
    onReady,
    isChangedNow: () => [...forms.current.values()].some(form => form.isChangedNow()),
    flushAll: () => forms.current.forEach(form => void form.flush()),
  }
}

/** Both forms stay: what is typed in one is not lost by a look at the other. */
const Forms = ({ data }: { data: OwnCards }) => {
  const translate = useTranslate()
  const [language, setLanguage] = useLanguage()
  const [changed, setChanged] = useState<Record<CardLanguage, number>>({ CN: 0, EN: 0 })
  const [opened, setOpened] = useState<readonly CardLanguage[]>([language])
  const account = useAccount(data[language] === null)
  const onChanged = useCallback(
    (of: CardLanguage, count: number) =>
      setChanged(known => (known[of] === count ? known : { ...known, [of]: count })),
    [],
  )
  const { onReady, isChangedNow, flushAll } = useForms()
  const open = (next: CardLanguage) => {
    setOpened(known => (known.includes(next) ? known : [...known, next]))
    setLanguage(next)
  }
  // Side by side where there is room for both; on a phone below each field, when it is asked for.
  const isNarrow = useNarrow()
  const [chosen, setComparing] = useStore<boolean | null>('userCard.isComparing', null)
  const isComparing = chosen ?? !isNarrow
  const other = data[language === 'CN' ? 'EN' : 'CN']
  const noteOf = (own: CardLanguage) =>
    changed[own] > 0 ? translate('未保存') : data[own] === null ? translate('未创建') : ''
  return (
    <>
      <PageTitle>{language === 'CN' ? translate('名片信息') : translate('英文名片信息')}</PageTitle>
      {other && (
        <PageActions>
          <CompareButton language={other.language} isComparing={isComparing} onChange={setComparing} />
        </PageActions>
      )}
      <LanguageTabs language={language} notes={{ CN: noteOf('CN'), EN: noteOf('EN') }} onChange={open} />
      {languages
        .filter(own => opened.includes(own) || own === language)
        .map(own => (
          <div key={own} hidden={own !== language}>
            {data[own] === null && account.isAwaited ? (
              <Spinner />
            ) : (
              <OwnCardForm
                language={own}
                card={data[own]}
                other={isComparing && own === language ? other : null}
                initial={initialFrom(account.data, own, data[own === 'CN' ? 'EN' : 'CN'])}
                isShown={own === language}
                onChanged={onChanged}
                onReady={onReady}
              />
            )}
          </div>
        ))}
      <LeaveGuard
        isChanged={changed.CN + changed.EN > 0}
        isChangedNow={isChangedNow}
        areDraftsKept
        onLeave={flushAll}
      />
    </>
  )
}

/** 名片信息: a lawyer's own card, written on a phone as well as at a desk. */
export const UserCard = () => <Loaded query={useOwnCards()}>{data => <Forms data={data} />}</Loaded>
