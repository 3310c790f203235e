import { useParams } from 'react-router-dom'

import { admins } from '../../../resources/admins.ts'
import { ResourceList } from '../../views/ResourceList.tsx'

/** 管理员设置: who manages one office. */
export const OfficeAdmins = () => {
  const organizationId = Number(useParams()['id'])
  return (
    <ResourceList
      resource={admins}
      storeKey={`office.${organizationId}.admins`}
      filter={{ organizationId }}
    />
  )
}
