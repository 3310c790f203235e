import { useNotify, useTranslate } from 'ra-core'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'

import { hasCapability } from '../../../providers/access.ts'
import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import { cards, defaultVisibility } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { cardCreationForm } from '../../card/adminForm.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { Input } from '../../fields/inputs.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { useFormPreview } from '../../preview/phone/PreviewAside.tsx'
import { RecordForm } from '../../form/RecordForm.tsx'
import { ErrorState } from '../../states/states.tsx'
import { Button } from '../../ui/Button.tsx'

type Language = 'CN' | 'EN'
type Account = OutputOf<(typeof lawyers.calls)['lawyerInfo']>
type Owner = { lawyerId: number; language: Language }

const { lawyerId, language } = cards.fields
const ownerFields = { lawyerId, language }

/** First step: chooses the person, whose account data fill the form. */
const ChooseOwner = ({ onChosen }: { onChosen: (owner: Owner) => void }) => {
  const translate = useTranslate()
  const { self } = useSession()
  const form = useFieldForm(ownerFields, {
    initial: { language: 'CN' },
    onSave: async owner => onChosen(owner),
  })
  return (
    <FieldForm form={form} className="form">
      <div className="form-grid">
        <section className="form-section" aria-label={translate('所属')}>
          <h2>{translate('为谁新建名片')}</h2>
          {Object.entries(ownerFields).map(([name, field]) => (
            <Input key={name} field={field} source={name} />
          ))}
          <p className="field">
            <Button type="submit" look="primary">
              {translate('下一步')}
            </Button>
          </p>
          {hasCapability('lawyer.create', self) && (
            <p className="field-hint">
              {translate('还没有账号？')}
              <Link to="/app/lawyer/create">{translate('先创建账号')}</Link>
            </p>
          )}
        </section>
      </div>
    </FieldForm>
  )
}

const CreateForm = ({ owner }: { owner: Owner }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const notify = useNotify()
  const { data, error, refetch } = useRecordForPage<Account>('lawyers', owner.lawyerId)
  const initial = useMemo(() => {
    if (!data) return null
    const { name, nameEn, avatar, team, email, licenseNumber } = data
    return {
      ...owner,
      name: owner.language === 'EN' ? nameEn : name,
      avatar,
      team,
      email,
      licenseNumber,
      visibility: defaultVisibility,
      publish: 0,
    }
  }, [data, owner])
  const organizationId = data?.organizationId ?? null
  const renderPreview = useCallback(
    (values: Readonly<Record<string, unknown>>) => (
      <CardDraftPreview values={values} base={{ organizationId, language: owner.language }} />
    ),
    [organizationId, owner.language],
  )
  const preview = useFormPreview(renderPreview)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !initial) return <Spinner />
  return (
    <>
      <PageTitle>{translate('新建名片：%{name}', { name: data.name })}</PageTitle>
      <p className="field-hint">{translate('手机不填时使用%{name}的登录手机号。', { name: data.name })}</p>
      <RecordForm
        resource={cardCreationForm}
        base={null}
        initial={initial}
        onSaved={({ id, auditStatus }) => {
          notify(auditStatus === 2 ? translate('名片已发布') : translate('名片已保存为草稿'), {
            type: 'success',
          })
          void navigate(`/app/card/detail/${id}`)
        }}
        onCancel={() => void navigate('/app/card')}
        {...preview}
        isFoldable
      />
    </>
  )
}

/** Page 新建名片. */
export const CardCreate = () => {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('lawyerId'))
  const chosen = params.get('language') === 'EN' ? 'EN' : 'CN'
  const owner = useMemo<Owner>(() => ({ lawyerId: id, language: chosen }), [id, chosen])
  if (id > 0) return <CreateForm key={`${id}-${chosen}`} owner={owner} />
  return (
    <ChooseOwner
      onChosen={owner => setParams({ lawyerId: String(owner.lawyerId), language: owner.language })}
    />
  )
}
