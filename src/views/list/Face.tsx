import type { AnyRecord } from '../../../resources/kit/index.ts'
import { PersonPicture } from '../../card/PersonPicture.tsx'
import type { Rows } from './rows.ts'

/** The person beside the name, where a row is one. */
export const Face = ({ rows, record }: { rows: Rows; record: AnyRecord }) => {
  const picture = rows.faceOf(record)
  return picture !== undefined && <PersonPicture name={rows.titleOf(record)} picture={picture} />
}
