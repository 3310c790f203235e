/** The address of a new firm's main office until somebody writes where it is. */
export const placeholderAddress = '请填写详细地址'
