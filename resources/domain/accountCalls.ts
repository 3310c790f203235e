/** Options of calls that belong to the page 修改账户. */
export const accountPage = { feature: 'user.account.settings' } as const

/** Options of additional calls that set up a second factor. The operator who looks at an account cannot make them. */
export const factorSetupOptions = { isAddition: true, inView: 'closed', ...accountPage } as const
