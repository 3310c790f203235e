import { newLawyer } from '../../../resources/lawyers/index.ts'

const columns = [
  'name',
  'mobile',
  'organizationId',
  'personType',
  'licenseNumber',
  'email',
  'team',
  'entryDate',
] as const

/** 创建账号: several people at once, in a grid. */
export const LawyerCreate = () => (
  <table>
    <thead>
      <tr>
        {columns.map(name => (
          <th key={name} scope="col">
            {newLawyer[name].label}
          </th>
        ))}
      </tr>
    </thead>
  </table>
)
