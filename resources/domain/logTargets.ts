/** Where the log can be forwarded to as it grows: an https receiver, or an S3-compatible bucket. */
export const logTargetNames = ['receiver', 'bucket'] as const
export type LogTargetName = (typeof logTargetNames)[number]
