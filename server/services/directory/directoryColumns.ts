import type { DirectoryValues } from '../../../resources/domain/directory.ts'
import { lawyers } from '../../db/tables.ts'

/** The columns of a person that a directory may change, with those that say which person it is and in what state. */
export const directoryColumns = {
  id: lawyers.id,
  name: lawyers.name,
  mobile: lawyers.mobile,
  email: lawyers.email,
  organizationId: lawyers.organizationId,
  team: lawyers.team,
  employeeNo: lawyers.employeeNo,
  status: lawyers.status,
  version: lawyers.version,
}
export type DirectoryColumns = Pick<typeof lawyers.$inferSelect, keyof typeof directoryColumns>

/** The values of a person in the form in which they are compared with those of a directory. */
export const storedValues = ({
  name,
  mobile,
  email,
  organizationId,
  team,
  employeeNo,
}: Omit<DirectoryColumns, 'id' | 'status' | 'version'>): DirectoryValues => ({
  name,
  mobile,
  email: email ?? '',
  organizationId: String(organizationId),
  team: team ?? '',
  employeeNo: employeeNo ?? '',
})
