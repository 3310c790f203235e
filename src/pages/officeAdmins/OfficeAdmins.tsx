import { useGetOne, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'

import { offices } from '../../../resources/offices/index.ts'
import { useRights } from '../../session/useRights.ts'
import { PageActions, PageTitle } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { ResourceList } from '../../list/ResourceList.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { AdminDialog } from './AdminDialog.tsx'
import { adminsOfOffice, type Office } from './adminsOfOffice.ts'
import { ButtonLink } from '../../ui/Button.tsx'

type OfficeRecord = Office & { id: number }

const OfficeAdminList = ({ office }: { office: Office }) => {
  const translate = useTranslate()
  const { self } = useSession()
  const { mayOpen } = useRights()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const path = `/app/office/${office.organizationId}/admins` as const
  const resource = useMemo(() => adminsOfOffice(office, self, path), [office, self, path])
  const filter = useMemo(() => ({ organizationId: office.organizationId }), [office])
  const edited = Number(query.get('edit'))
  const { create, edit } = resource.views
  const isOpen = query.has('add') ? mayOpen(create) : edited > 0 && mayOpen(edit)
  return (
    <>
      <PageTitle>{translate('%{name}的管理员', { name: office.name })}</PageTitle>
      <ResourceList resource={resource} storeKey={path} filter={filter} />
      {isOpen && (
        <AdminDialog
          key={edited}
          resource={resource}
          office={office}
          id={query.has('add') ? null : edited}
          onClose={() => void navigate(path)}
        />
      )}
    </>
  )
}

/** Page 管理员设置: the administrators of one office. */
export const OfficeAdmins = () => {
  const translate = useTranslate()
  const id = Number(useParams()['id'])
  const { mayOpen } = useRights()
  const query = useGetOne<OfficeRecord>(offices.name, { id }, { enabled: id > 0 })
  const { edit } = offices.views
  return (
    <>
      {mayOpen(edit) && (
        <PageActions>
          <ButtonLink to={edit!.path.replace(':id', String(id))}>{translate('律所资料')}</ButtonLink>
        </PageActions>
      )}
      <Loaded query={query} loading={null}>
        {office => <OfficeAdminList office={office} />}
      </Loaded>
    </>
  )
}
