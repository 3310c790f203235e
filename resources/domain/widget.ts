/** Names of the inputs and cells written by hand; each has one entry in the table of `src/fields/widgets`. */
export type Widget =
  | 'workPosition'
  | 'professions'
  | 'visibility'
  | 'latitude'
  | 'licence'
  | 'maskedMobile'
  | 'areaName'
  | 'group'
  | 'colour'
  | 'icon'
  | 'capabilities'
