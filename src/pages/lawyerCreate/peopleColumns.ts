import { toHalfWidth, toMobile } from '../../../resources/kit/index.ts'
import type { Language, Translate } from '../../../resources/kit/translate.ts'
import { lawyers, newLawyer } from '../../../resources/lawyers/index.ts'
import type { NamedChoice } from '../../grid/table/cellShapes.ts'
import { importColumnsFor } from '../../grid/columns.ts'
import { licenceWarning } from './licenceWarning.ts'
import { nameWarning } from './nameWarning.ts'

/** Columns of the grid; other fields of an account are added later in its own form. */
export const peopleColumns = (offices: readonly NamedChoice[], language: Language) =>
  importColumnsFor(
    {
      importColumns: lawyers.importColumns ?? {},
      fields: newLawyer,
      unique: ['mobile', 'licenseNumber'],
      choices: { organizationId: offices },
      more: {
        name: { width: 9, warning: nameWarning },
        mobile: { width: 10, inputMode: 'tel', tidy: toMobile },
        organizationId: { width: 16 },
        personType: { width: 9 },
        licenseNumber: {
          width: 14,
          inputMode: 'tel',
          tidy: text => toHalfWidth(text).replaceAll(/[\s-]/g, ''),
          warning: licenceWarning,
        },
        email: { width: 14 },
        team: { width: 10 },
        entryDate: { width: 10 },
      },
    },
    language,
  )

/** Initial texts of a row: the only office, and the first type of person. */
export const initialPersonTexts = (office: string, translate: Translate) => ({
  organizationId: office,
  personType: translate(newLawyer.personType.options[0][1]),
})
