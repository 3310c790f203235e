/** Error about an unsupported file. Its Chinese message says what the user can do, and is translated when shown. */
class UnreadableFile extends Error {}

const messages = {
  tooLarge: '文件解压后过大，可能含有大量空行或图片，请只保留要导入的数据，另存为新的.xlsx文件后再选择',
  oldFormat: '这是旧版（.xls）或设有密码的文件，请取消密码并另存为.xlsx后再选择',
  otherFormat: '这不是Excel或CSV文件，请选择.xlsx或.csv文件',
  otherTable: '这不是.xlsx文件（可能是.ods、.xlsb、.numbers或文档），请用Excel或WPS打开并另存为.xlsx后再选择',
  webPage: '这是网页或XML格式的表格（有些系统导出的.xls是这种格式），请用Excel或WPS打开并另存为.xlsx后再选择',
  broken: '文件已损坏，请用Excel或WPS打开后另存，再选择',
  unknown: '文件无法读取，请用Excel或WPS打开后另存为.xlsx，再选择',
}

/** An error about a file that cannot be read, for the given reason. */
export const unreadableFile = (reason: keyof typeof messages) => new UnreadableFile(messages[reason])

export const brokenFile = () => unreadableFile('broken')

/** Message for a file that could not be read. */
export const readErrorMessage = (error: unknown) =>
  error instanceof UnreadableFile ? error.message : messages.unknown
