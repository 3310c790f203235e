/** The key of 小程序配置, for its working copy and its published versions. */
export const miniProgramKey = 'mpconf'
