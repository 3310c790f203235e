/** The address of a new firm's main office until somebody enters the real one. */
export const placeholderAddress = '请填写详细地址'
