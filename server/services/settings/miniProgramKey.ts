/** 小程序配置: the key of its working copy and of what was published of it. */
export const miniProgramKey = 'mpconf'
