import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { homeOf } from '../../../providers/session.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { lawyers, selfFields } from '../../../resources/lawyers/index.ts'
import { selfKey, useSession } from '../../session/sessionContext.ts'
import { RecordForm } from '../../form/RecordForm.tsx'
import { savedText } from '../../form/saving/useSave.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'

/** The lawyers resource with a form of the fields that lawyers may change themselves. */
const ownResource = { ...lawyers, form: { 个人资料: selfFields } }

export const ProfileForm = () => {
  const { self } = useSession()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  return (
    <Loaded query={useFormRecord<AnyRecord>('lawyers', self.id)} loading={<FormSkeleton />}>
      {data => (
        <RecordForm
          resource={ownResource}
          base={data}
          onSaved={(saved, base) => {
            notify(savedText(base, saved), { type: 'success' })
            void client.invalidateQueries({ queryKey: selfKey })
          }}
          onCancel={() => void navigate(homeOf(self))}
        />
      )}
    </Loaded>
  )
}
